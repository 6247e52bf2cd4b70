import { namespacesOf } from './texts-bundle.ts'

export const bundle = namespacesOf(
  import.meta.glob<object>(
    ['/src/features/*/texts/sv.json', '!/src/features/public-pages/**', '/src/platform/texts/sv.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)
