import { newId } from '#app/domain/ids.ts'
import { items, lists } from '#db/schema.ts'
import { openDatabase } from '#db/sqlite/client.ts'

// A separate process that the power failure test pauses at any time. Commit n adds item n and sets the list's
// revision to n; n is printed after the commit was acknowledged.

const [file = '', listId = ''] = process.argv.slice(2)
const { write, writer } = openDatabase(file)
// Much more often than by default, so that the test hits many checkpoints.
writer.pragma('wal_autocheckpoint=40')

for (let n = 1; ; n += 1) {
  await write(async (tx) => {
    const facts = { listId, quantityMilli: 1000, priceCents: 0, createdAt: n, updatedAt: n }
    await tx
      .insert(items)
      .values({ id: newId(), name: 'x'.repeat(1 + (n % 200)), position: n, ...facts })
      .run()
    await tx.update(lists).set({ revision: n }).run()
  })
  process.stdout.write(`${n}\n`)
}
