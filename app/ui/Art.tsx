/** Our own drawings, in the page itself so that they take the theme's colours. */
export function Art({ svg }: { svg: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: files of this repository, never input
  return <div className="drawing" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
}
