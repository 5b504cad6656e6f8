export function Art({ svg }: { svg: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: files of this repository, never input
  return <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
}
