import { Checkbox } from '../controls/Checkbox.tsx'
import { useTexts } from '../words/i18n.ts'
import styles from './DataTable.module.css'
import type { Group } from './table-types.ts'

export interface GroupOfRows extends Group {
  readonly keys: readonly string[]
}

interface Grouping<Row> {
  readonly groupOf?: ((row: Row) => Group) | undefined
  readonly rowKey: (row: Row) => string
}

/** The groups of rows that stand one after the other, by the key of the row that each begins with. */
/** The rows so that those of a group stand together, the groups in the order in which they first come. */
export const inGroups = <Row,>(rows: readonly Row[], groupOf: Grouping<Row>['groupOf']): readonly Row[] =>
  groupOf ? [...Map.groupBy(rows, (row) => groupOf(row).key).values()].flat() : rows

export function groupsOf<Row>(rows: readonly Row[], { groupOf, rowKey }: Grouping<Row>): Map<string, GroupOfRows> {
  if (!groupOf) return new Map()
  const byGroup = Map.groupBy(rows, (row) => groupOf(row).key)
  return new Map(
    [...byGroup.values()].map((own) => {
      const [first] = own as [Row, ...Row[]]
      return [rowKey(first), { ...groupOf(first), keys: own.map(rowKey) }]
    }),
  )
}

interface Props {
  readonly group: GroupOfRows
  readonly width: number
  readonly choosing:
    | { readonly has: (key: string) => boolean; readonly checkMany: (keys: readonly string[]) => void }
    | undefined
}

/** A group's heading: its name, how many rows it has, and the box that chooses them all. */
export function GroupRow({ group, width, choosing }: Props) {
  const t = useTexts()
  const chosen = choosing ? group.keys.filter(choosing.has).length : 0
  return (
    <tr className={styles.group} data-urgent={group.isUrgent || undefined}>
      {choosing && (
        <td className={styles.check}>
          <Checkbox
            aria-label={`${t('table.chooseAll')}: ${group.title}`}
            checked={chosen === group.keys.length}
            indeterminate={chosen > 0 && chosen < group.keys.length}
            onChange={() => choosing.checkMany(group.keys)}
          />
        </td>
      )}
      <th scope="rowgroup" colSpan={width}>
        {group.title} <span className={styles.groupCount}>{group.keys.length}</span>
      </th>
    </tr>
  )
}
