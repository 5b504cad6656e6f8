// Minimal servers that show what this machine can do at best. The first argument selects one.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { brotliCompress, constants } from 'node:zlib'
import Sqlite from 'better-sqlite3'

const [, , kind, file, template] = process.argv

const ROWS = `SELECT id, list_id, name, quantity_milli, price_cents, completed FROM items
  WHERE list_id = ? ORDER BY completed, position, id`

function json(res, value) {
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(value))
}

function items() {
  const rows = new Sqlite(file, { readonly: true }).prepare(ROWS)
  return (req, res) => json(res, rows.all(req.url.slice(1)))
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escapeHtml = (text) => text.replace(/[&<>"']/g, (found) => ESCAPES[found])

/** A page of Larder as a template of strings: its first row with each item's id, name and price, and its data. */
function page() {
  const rows = new Sqlite(file, { readonly: true }).prepare(ROWS)
  const html = readFileSync(template, 'utf8')
  const [first] = html.match(/<li[^>]* class="item.*?<\/li>/s)
  const [, id] = /id="item-([^"]+)"/.exec(first)
  const [, name] = /class="name"[^>]*>([^<]+)</.exec(first)
  const [head, ...rest] = html.split(/<li[^>]* class="item.*?<\/li>/s)
  const tail = rest.at(-1)
  const pieces = first.split(id).map((piece) => piece.split(name))
  const start = tail.indexOf('streamController.enqueue(') + 'streamController.enqueue('.length
  const end = tail.indexOf(')</script>', start)
  return (req, res) => {
    const found = rows.all(req.url.slice(1))
    let text = head
    for (const row of found) {
      const safe = escapeHtml(row.name)
      text += pieces.map((piece) => piece.join(safe)).join(row.id)
    }
    const columns = Object.keys(found[0]).map((name) => [name, found.map((row) => row[name])])
    // As Larder's: a text among the values of a stream that a script hands over.
    const data = JSON.stringify(JSON.stringify([JSON.stringify(Object.fromEntries(columns))]))
    text += tail.slice(0, start) + data + tail.slice(end)
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (!req.headers['accept-encoding']?.includes('br')) return res.end(text)
    res.setHeader('Content-Encoding', 'br')
    // As Larder does for a page of this length.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 }
    brotliCompress(text, { params }, (_, compressed) => res.end(compressed))
  }
}

const SERVERS = {
  http: () => (_req, res) => res.end('ok'),
  items,
  page,
  react: async () => {
    const { renderRows } = await import('../build/bench/rows.js')
    return (_req, res) => {
      res.setHeader('Content-Type', 'text/html; charset=utf-8')
      res.end(renderRows())
    }
  },
}

const server = createServer(await SERVERS[kind]())
server.listen(0, '127.0.0.1', () => process.stdout.write(`open http://127.0.0.1:${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))
