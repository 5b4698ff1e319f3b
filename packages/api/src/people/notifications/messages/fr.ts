import type { Messages } from './en.ts';

export const fr: Messages = {
  hello: 'Bonjour {name},',
  'hello.nobody': 'Bonjour,',
  'footer.sent': 'Envoyé par Atrium, où votre organisation suit ses sites.',
  'footer.link': 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',

  'invitation.subject': 'Rejoignez {organization} sur Atrium',
  'invitation.title': 'Vous êtes invité·e chez {organization}',
  'invitation.text':
    '{inviter} vous invite à suivre les sites de {organization} sur Atrium : visiteurs, air et énergie, en direct.',
  'invitation.textSystem':
    'Vous êtes invité·e à suivre les sites de {organization} sur Atrium : visiteurs, air et énergie, en direct.',
  'invitation.button': 'Accepter l’invitation',
  'invitation.life': 'Le lien fonctionne une seule fois, pendant {days}.',
  'invitation.stranger': 'Si vous ne connaissez pas {organization}, vous pouvez ignorer ce message.',

  'deliveryTest.subject': 'Atrium : les e-mails fonctionnent',
  'deliveryTest.title': 'Les e-mails fonctionnent',
  'deliveryTest.text':
    'Vous avez demandé ce test dans les réglages de {organization}. Alertes, rapports et invitations vous parviennent de la même façon.',
  'deliveryTest.sms': 'Atrium : les SMS fonctionnent pour {organization}.',

  'oneTimeCode.subject': '{code} est votre code Atrium',
  'oneTimeCode.title': 'Votre code',
  'oneTimeCode.text': 'Saisissez ce code là où Atrium le demande. Il fonctionne une seule fois, pendant {minutes}.',
  'oneTimeCode.stranger':
    'Personne chez Atrium ne vous le demandera. Si vous n’avez pas demandé de code, changez votre mot de passe.',
  'oneTimeCode.sms':
    '{code} est votre code Atrium. Il fonctionne une seule fois, pendant {minutes}. Ne le transmettez pas.',

  'passwordReset.subject': 'Définissez un nouveau mot de passe pour Atrium',
  'passwordReset.title': 'Définir un nouveau mot de passe',
  'passwordReset.text': 'Quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour votre compte.',
  'passwordReset.button': 'Définir un nouveau mot de passe',
  'passwordReset.life': 'Le lien fonctionne une seule fois, pendant {minutes}.',
  'passwordReset.stranger': 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste inchangé.',

  'securityNotice.passwordChanged.subject': 'Votre mot de passe Atrium a été modifié',
  'securityNotice.passwordChanged.title': 'Votre mot de passe a été modifié',
  'securityNotice.passwordChanged.text':
    'Le mot de passe de votre compte a été modifié. Vos autres sessions sont fermées.',
  'securityNotice.twoFactorChanged.subject': 'La double authentification de votre compte Atrium a été modifiée',
  'securityNotice.twoFactorChanged.title': 'La double authentification a été modifiée',
  'securityNotice.twoFactorChanged.text': 'La manière dont votre compte demande un code à la connexion a été modifiée.',
  'securityNotice.emailChangeRequested.subject': 'Une nouvelle adresse pour votre compte Atrium',
  'securityNotice.emailChangeRequested.title': 'Une nouvelle adresse a été demandée',
  'securityNotice.emailChangeRequested.text':
    'Une personne connectée à votre compte a demandé une autre adresse e-mail. Vous vous connectez avec celle-ci tant que le code envoyé à la nouvelle adresse n’a pas été saisi.',
  'securityNotice.emailChanged.subject': 'L’adresse de votre compte Atrium a été modifiée',
  'securityNotice.emailChanged.title': 'Votre adresse a été modifiée',
  'securityNotice.emailChanged.text':
    'Vous vous connectez désormais avec la nouvelle adresse ; celle-ci n’ouvre plus votre compte. Vous êtes déconnecté partout ailleurs.',
  'securityNotice.emailChanged.stranger':
    'Si ce n’était pas vous, prévenez immédiatement votre administrateur : cette adresse ne permet plus de définir un nouveau mot de passe.',
  'securityNotice.newSignIn.subject': 'Nouvelle connexion à votre compte Atrium',
  'securityNotice.newSignIn.title': 'Nouvelle connexion',
  'securityNotice.newSignIn.text':
    'Quelqu’un s’est connecté à votre compte depuis un navigateur qui ne l’avait encore jamais utilisé.',
  'securityNotice.when': 'Quand',
  'securityNotice.where': 'Adresse',
  'securityNotice.newEmail': 'Nouvelle adresse',
  'securityNotice.account': 'Compte',
  'securityNotice.stranger':
    'Si ce n’était pas vous, définissez aussitôt un nouveau mot de passe et prévenez votre administrateur.',
  'securityNotice.button': 'Vérifier mes réglages de sécurité',

  'alert.subject.opened': '{alert} · {site}',
  'alert.subject.ended': 'Terminé : {alert} · {site}',
  'alert.subject.silent': 'Pas de données : {alert} · {site}',
  'alert.subject.reminder': 'Toujours en cours : {alert} · {site}',
  'alert.severity.information': 'Information',
  'alert.severity.critical': 'Critique',
  'alert.line.opened': '{place} : {value}, la limite est de {limit}, depuis {since}.',
  'alert.line.openedPlain': '{place}, depuis {since}.',
  'alert.line.ended': '{place} : de retour dans la limite à {when} ; début {since}.',
  'alert.line.closed': '{place} : terminé avec les heures d’ouverture à {when} ; début {since}.',
  'alert.line.silent': '{place} : plus de données ; l’alerte était en cours depuis {since}.',
  'alert.line.reminder': '{place} : toujours le cas depuis {since}, {value} au maximum.',
  'alert.line.reminderPlain': '{place} : toujours le cas depuis {since}.',
  'alert.line.openedUsual': '{place} : {value}, habituellement {usual}, depuis {since}.',
  'alert.line.endedUsual': '{place} : de nouveau comme d’habitude à {when} ; début {since}.',
  'alert.line.closedUsual': '{place} : plus comparé à partir de {when} ; début {since}.',
  'alert.usual': '{usual} ({from}–{to})',
  'alert.what.co2': 'CO₂',
  'alert.what.comfortScore': 'Note de confort',
  'alert.what.density': 'Densité',
  'alert.what.affluenceIn': 'Entrées',
  'alert.what.affluenceOut': 'Sorties',
  'alert.what.humidity': 'Humidité',
  'alert.what.inside': 'Présents',
  'alert.what.linearDensity': 'Densité linéaire',
  'alert.what.reverseDensity': 'Espace par personne',
  'alert.what.deviceStatus': 'État des appareils',
  'alert.what.temperature': 'Température',
  'alert.what.waitingTime': 'Temps d’attente',
  'alert.what.intrusion': 'Passages pendant la fermeture',
  'alert.people': '{count} personnes',
  'alert.button': 'Voir ce qui s’est passé',
  'alert.why': 'Vous recevez ce message parce que cette alerte vous compte parmi ses destinataires.',

  'exportReady.subject': 'Vos données : {site}, {dataType}',
  'exportReady.title': '{site}, {dataType}',
  'exportReady.attached': 'Le fichier est joint à ce message.',
  'exportReady.linkOnly': 'Le fichier est trop volumineux pour être joint. Le bouton permet de le télécharger.',
  'exportReady.from': 'Du',
  'exportReady.to': 'Au',
  'exportReady.rows': 'Lignes',
  'exportReady.size': 'Taille',
  'exportReady.button': 'Télécharger le fichier',
  'exportReady.until': 'Le lien fonctionne jusqu’au {until}, pour toute personne qui le possède.',
  'exportReady.why': 'Ce message vous est envoyé à la demande de {name}.',
  'exportFailed.subject': 'Pas de fichier : {site}, {dataType}',
  'exportFailed.title': 'L’export n’a pas pu être réalisé',
  'exportFailed.what': 'Vous avez demandé des données de {site} : {dataType}.',
  'exportFailed.rights':
    'Vous n’avez plus le droit de voir ou d’exporter ces données. Demandez ce droit à un administrateur, puis relancez l’export.',
  'exportFailed.gone': 'Le site ou l’une de ses zones n’existe plus. Choisissez à nouveau les zones.',
  'exportFailed.readings':
    'Des lignes aussi fines demandent les relevés individuels, qui ne sont plus conservés pour toute cette période. Choisissez des lignes plus larges ou des jours plus récents.',
  'exportFailed.overloaded':
    'Le serveur était trop sollicité pendant tout ce temps. Relancez l’export plus tard, ou avec moins de jours.',
  'exportFailed.space':
    'L’espace réservé aux fichiers exportés est plein. Attendez que d’anciens fichiers disparaissent, sept jours au plus, ou exportez moins de jours.',
  'exportFailed.internal':
    'Une erreur s’est produite de notre côté, plusieurs fois. Relancez l’export ; si l’échec se répète, prévenez votre administrateur.',
  'exportFailed.button': 'Exporter à nouveau',
};
