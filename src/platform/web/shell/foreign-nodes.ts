/**
 * Lets pages go on where a translator, an extension or a reader has put its own nodes in place of ours: the library for
 * pages would end the whole page with a NotFoundError. What is to go is taken from wherever it lies now; what is to come
 * before a node that lies elsewhere comes last. Called once, before the first page.
 */
export function bearForeignNodes(prototype: Node = Node.prototype): void {
  const { insertBefore, removeChild } = prototype
  prototype.removeChild = <T extends Node>(child: T): T =>
    child.parentNode ? (removeChild.call(child.parentNode, child) as T) : child
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
}
