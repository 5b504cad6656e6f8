import { newId } from '#app/domain/ids.ts'
import { openDatabase } from '#db/client.ts'
import { items, lists } from '#db/schema.ts'

// A program of its own that the power-cut test stops at any moment: one commit after the other, each
// adds item number n and sets the list's revision to n, and says n when it was acknowledged.

const [file = '', listId = ''] = process.argv.slice(2)
const { write, writer } = openDatabase(file)
// Far more often than in life, so that many moments fall into a checkpoint.
writer.pragma('wal_autocheckpoint=40')

for (let n = 1; ; n += 1) {
  await write((tx) => {
    const facts = { listId, quantityMilli: 1000, priceCents: 0, createdAt: n, updatedAt: n }
    tx.insert(items)
      .values({ id: newId(), name: 'x'.repeat(1 + (n % 200)), position: n, ...facts })
      .run()
    tx.update(lists).set({ revision: n }).run()
  })
  process.stdout.write(`${n}\n`)
}
