/**
 * Lets pages go on where a translator, an extension or a reader has put its own nodes in place of ours: the library for
 * pages would end the whole page with a NotFoundError. What is to go is taken from wherever it lies now; what is to come
 * before a node that lies elsewhere comes last. Called once, before the first page.
 */
export function bearForeignNodes(prototype: Node = Node.prototype): void {
  const { insertBefore, removeChild } = prototype
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    child.parentNode?.removeChild(child)
    return child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const stands = before === null || before.parentNode === this
    return insertBefore.call(this, node, stands ? before : placeIn(this, before)) as T
  }
}

/** The child of `parent` in which a node lies that was its own child; null where it lies in none. */
function placeIn(parent: Node, node: Node): Node | null {
  let at: Node | null = node
  while (at && at.parentNode !== parent) at = at.parentNode
  return at
}
