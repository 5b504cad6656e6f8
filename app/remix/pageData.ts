import { RemixBrowser } from '@remix-run/react'

/**
 * Resolves once Remix has read the data of the document: until then, its component throws a promise. If that met React,
 * a tap meanwhile would have it render at once, fail with "Root did not complete", and never start the page. If Remix
 * reads the data elsewhere, that comes back.
 */
export async function dataIsRead(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (promise) {
    await promise
  }
}
