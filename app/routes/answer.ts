import type { ActionFunctionArgs } from '@remix-run/node'
import { parse } from '#app/domain/parse.ts'
import { acceptSharer, endSharer } from '#app/domain/sharing/companions.ts'
import { acceptOffer, endOffer } from '#app/domain/sharing/handOver.ts'
import { Member } from '#app/domain/sharing/inputs.ts'
import { keepSharing, stopSharing } from '#app/domain/sharing/pausedSharing.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { listsPath } from '#app/protocol/paths.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLists as loader } from '#app/http/in/auth.ts'

/** To what the lists page asks: sharing after a reset, a list that is offered, or a person who asks them into their household. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const words = wordsOf(context.reader, sharingNotices)
  const path = listsPath(user.id)
  const typed = await readForm(context)
  const accepts = typed.answer === 'accept'
  try {
    return done(context, path, { message: await answered() })
  } catch (error) {
    return refused(context, error, path)
  }

  function answered() {
    const { sharing, listID } = typed
    if (sharing !== undefined) return answerPaused()
    return listID === undefined ? answerPerson(parse(Member, typed).userID) : answerOffer(listID)
  }

  async function answerPaused() {
    await (accepts ? keepSharing : stopSharing)(services, user, context)
    return accepts ? words.sharingKept : words.sharingStopped
  }

  async function answerPerson(userID: string) {
    if (accepts) return words.alwaysAccepted(await acceptSharer(services, user, userID, context))
    return words.alwaysEnded(await endSharer(services, user, userID, context))
  }

  async function answerOffer(listID: string) {
    if (accepts) return words.offerAccepted(await acceptOffer(services, user, listID, context))
    return words.offerDeclined(await endOffer(services, user, listID, context))
  }
}
