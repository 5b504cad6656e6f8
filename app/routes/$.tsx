/** Every address nobody else answers; the root's error page draws the 404. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function Nowhere() {
  return null
}
