import { DomainError } from '#app/domain/errors.ts'
import { formData } from './forms.ts'

/** The one photo of a form, from its field `receiptImage`; anything else is a sentence. */
export async function receiptImage(
  request: Request,
  { refusedBody }: { refusedBody: DomainError | undefined },
): Promise<Uint8Array> {
  if (refusedBody) throw refusedBody
  const form = await formData(request)
  const files = [...form].flatMap(([name, value]) => (isFile(value) ? [{ name, file: value }] : []))
  const [first, second] = files
  if (!first) throw new DomainError('invalid', 'Please choose a photo first.')
  if (second) throw new DomainError('invalid', 'Please send one photo at a time.')
  if (first.name !== 'receiptImage') {
    throw new DomainError('invalid', 'The photo must be sent in the field receiptImage.')
  }
  return new Uint8Array(await first.file.arrayBuffer())
}

/** A file input that was left alone sends a file without a name and without content. */
function isFile(value: FormDataEntryValue): value is File {
  return typeof value !== 'string' && !(value.name === '' && value.size === 0)
}
