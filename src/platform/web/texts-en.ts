import { namespacesOf } from './texts-bundle.ts'

export const bundle = namespacesOf(
  import.meta.glob<object>(
    ['/src/features/*/texts/en.json', '!/src/features/public-pages/**', '/src/platform/texts/en.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)
