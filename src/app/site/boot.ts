import { boot } from '#features/public-pages/web/islands/boot.ts'

boot()
