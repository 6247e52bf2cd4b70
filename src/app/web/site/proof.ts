import { startProof } from '#features/site/public-pages/web/islands/proof.ts'

startProof()
