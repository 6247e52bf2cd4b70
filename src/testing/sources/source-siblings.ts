import { parseSync } from 'vite'
import { isNode, type Node, nodesIn } from './source-nodes.ts'

const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment'

/** Where an expression ends up: both ends of a choice, the right of `&&`, what a `map` answers. */
function endsOf(node: Node): Node[] {
  if (node.type === 'ParenthesizedExpression') return endsOf(node.expression as Node)
  if (node.type === 'ConditionalExpression')
    return [...endsOf(node.consequent as Node), ...endsOf(node.alternate as Node)]
  if (node.type === 'LogicalExpression') {
    const right = endsOf(node.right as Node)
    return node.operator === '&&' ? [...right, nothing] : [...endsOf(node.left as Node), ...right]
  }
  return [node]
}

const nothing: Node = { type: 'Nothing', start: 0 }
const isNothing = (node: Node) =>
  node.type === 'Nothing' ||
  (node.type === 'Literal' && node.value === null) ||
  (node.type === 'Identifier' && node.name === 'undefined')

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'CallExpression' && /^(?:t|format\w*)$/.test(String((node.callee as Node).name)))

/** Components chosen by what is so at the moment: `const Icon = isDark ? IconSun : IconMoon`. */
function chosenComponents(program: Node): Set<string> {
  const found = new Set<string>()
  for (const node of nodesIn(program)) {
    const id = node.id as Node | undefined
    const init = node.init as Node | null | undefined
    if (node.type !== 'VariableDeclarator' || !init || !/^[A-Z]/.test(String(id?.name))) continue
    if (init.type === 'ConditionalExpression' || (init.type === 'MemberExpression' && init.computed))
      found.add(String(id?.name))
  }
  return found
}

interface Child {
  /** A text in no element of its own. A translator leaves blanks alone. */
  readonly isBare: boolean
  readonly comesAndGoes: boolean
}

const kindOf = (node: Node) => {
  if (isNothing(node)) return 'nothing'
  if (isElement(node)) return 'element'
  if (node.type === 'Literal' && String(node.value).trim() === '') return 'blank'
  return isText(node) ? 'text' : 'other'
}

function childOf(node: Node, chosen: ReadonlySet<string>): Child | null {
  if (node.type === 'JSXText') return String(node.value).trim() === '' ? null : { isBare: true, comesAndGoes: false }
  if (node.type === 'JSXElement') {
    const name = ((node.openingElement as Node).name as Node).name
    return { isBare: false, comesAndGoes: chosen.has(String(name)) }
  }
  if (node.type !== 'JSXExpressionContainer') return { isBare: false, comesAndGoes: false }
  const expression = node.expression as Node
  if (expression.type === 'JSXEmptyExpression') return null
  const kinds = new Set(endsOf(expression).map(kindOf))
  const comesAndGoes = kinds.size > 1 && (kinds.has('element') || (kinds.has('text') && kinds.has('nothing')))
  return { isBare: kinds.has('text'), comesAndGoes }
}

/** A choice between fragments: what of theirs stands bare, stands bare among the others. */
const bareInFragments = (node: Node): boolean =>
  node.type === 'JSXExpressionContainer' &&
  endsOf(node.expression as Node).length > 1 &&
  endsOf(node.expression as Node).some(
    (end) => end.type === 'JSXFragment' && (end.children as Node[]).some((child) => childOf(child, new Set())?.isBare),
  )

/**
 * Places where something comes and goes directly before a text in no element of its own, or where such a text itself comes
 * and goes beside others. Whatever translates pages puts a node of its own in the place of such a text, which the library
 * for pages then no longer finds.
 * @returns the lines of the elements around them, counted from one
 */
export function bareTextsBesideChanges(file: string, text: string): number[] {
  const { program } = parseSync(file, text)
  if (!isNode(program)) throw new Error(`${file} is no program`)
  const chosen = chosenComponents(program)
  return [...nodesIn(program)].filter(isElement).flatMap((node) => {
    const children = (node.children as Node[]).flatMap((child) => childOf(child, chosen) ?? [])
    const isBad =
      (node.children as Node[]).some(bareInFragments) ||
      children.some(({ isBare, comesAndGoes }, at) => {
        if (!comesAndGoes) return false
        const next = children.slice(at + 1).find((one) => !one.comesAndGoes || one.isBare)
        return (isBare && children.length > 1) || next?.isBare === true
      })
    return isBad ? [text.slice(0, node.start).split('\n').length] : []
  })
}
