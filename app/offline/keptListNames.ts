import { allPages } from './keptPages.ts'

export async function keptListNames(): Promise<Map<string, string>> {
  const lists = (await allPages()).flatMap(
    ({ data }) => (data as { list?: { id: string; name: string } }).list ?? [],
  )
  return new Map(lists.map(({ id, name }) => [id, name]))
}
