import type { ReactNode } from 'react'
import type { errorPages as english } from '../en/errorPages.ts'
import { rich } from '../rich.ts'
import type { Shape } from '../room.ts'

export const errorPages = {
  forbidden: 'Tu ne peux pas faire ça',
  unchanged: "Rien n'a changé.",
  notFound: 'Page introuvable',
  gone: "Cette page n'existe pas ou a été supprimée.",
  linkGone: 'Lien introuvable',
  inviteGone: 'Invitation introuvable',
  failed: "Ça n'a pas marché",
  unsupported: "Cette page ne permet pas cette action. Rien n'a changé.",
  unclear: "Le serveur n'a pas compris cette demande. Rien n'a changé.",
  tooLarge: 'Trop volumineux',
  tooMuchData: "Larder ne peut pas recevoir autant de données d'un coup. Rien n'a changé.",
  tooMany: 'Trop de demandes',
  wait: 'Attends un instant, puis réessaie.',
  busy: 'Serveur surchargé',
  listsSafe: 'Tes listes sont en sécurité. Réessaie dans un instant.',
  full: 'Disque plein',
  cantSave: 'Le serveur ne peut rien enregistrer pour le moment. Tes listes sont toujours là.',
  wrong: 'Un problème est survenu',
  allSafe: 'Le serveur a rencontré une erreur. Tout ce qui est enregistré est en sécurité. Réessaie.',
  report: ({ id }: { id: ReactNode }) => rich`Si tu signales cette erreur, indique ce numéro\u00a0: ${id}`,
  back: 'Retour à Larder',
} satisfies Shape<typeof english>
