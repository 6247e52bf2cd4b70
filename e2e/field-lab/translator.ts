/** Runs in the page: puts nodes of its own in the place of every text, and of every text that comes, as translators do. */
export function translatePage(): void {
  const mine = new WeakSet<Node>()
  const leftAlone = 'script, style, font, textarea, [translate=no]'
  const replace = (text: Node) => {
    if (mine.has(text) || !text.nodeValue?.trim() || text.parentElement?.closest(leftAlone)) return
    const inner = document.createElement('font')
    const shown = document.createTextNode(`«${text.nodeValue}»`)
    mine.add(shown)
    inner.append(shown)
    const outer = document.createElement('font')
    outer.append(inner)
    text.parentNode?.replaceChild(outer, text)
  }
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Node[] = []
    while (walker.nextNode()) found.push(walker.currentNode)
    found.forEach(replace)
  }
  replaceAll(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === 'characterData') replace(target)
      for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? replace(node) : replaceAll(node)
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}
