import { namespacesOf } from './texts-bundle.ts'

export const bundle = namespacesOf(
  import.meta.glob<object>(
    ['/src/features/*/texts/fi.json', '!/src/features/public-pages/**', '/src/platform/texts/fi.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)
