/** Any URL without a route. The root's error boundary renders the 404 page. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
