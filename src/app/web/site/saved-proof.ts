import { startProof } from '#features/site/public-pages/web/islands/proof.ts'

// The file stands alone: nothing else says which theme its reader's device asks for.
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.mantineColorScheme = 'dark'
startProof()
