// Minimal servers that show what this machine can do at best. The first argument selects one.
import { createServer } from 'node:http'
import Sqlite from 'better-sqlite3'

const [, , kind, file] = process.argv

const ROWS = `SELECT id, list_id, name, quantity_milli, price_cents, completed FROM items
  WHERE list_id = ? ORDER BY completed, position, id`

function json(res, value) {
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(value))
}

const SERVERS = {
  http: () => (_req, res) => res.end('ok'),

  sqlite: () => {
    const rows = new Sqlite(file, { readonly: true }).prepare(ROWS)
    return (req, res) => json(res, rows.all(req.url.slice(1)))
  },

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
