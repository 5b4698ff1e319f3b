import type { Messages } from './en.ts';

export const it: Messages = {
  hello: 'Buongiorno {name},',
  'hello.nobody': 'Buongiorno,',
  'footer.sent': 'Inviato da Atrium, dove la sua organizzazione segue i propri siti.',
  'footer.link': 'Se il pulsante non funziona, copi questo indirizzo nel suo browser:',

  'invitation.subject': 'Invito di {organization} su Atrium',
  'invitation.title': 'Ha ricevuto un invito da {organization}',
  'invitation.text':
    '{inviter} la invita a seguire i siti di {organization} su Atrium: visitatori, aria ed energia, in diretta.',
  'invitation.textSystem':
    'Ha ricevuto un invito a seguire i siti di {organization} su Atrium: visitatori, aria ed energia, in diretta.',
  'invitation.button': 'Accetta l’invito',
  'invitation.life': 'Il link funziona una sola volta, entro {days}.',
  'invitation.stranger': 'Se non conosce {organization}, può ignorare questo messaggio.',

  'deliveryTest.subject': 'Atrium: la posta funziona',
  'deliveryTest.title': 'La posta funziona',
  'deliveryTest.text':
    'Ha chiesto questa prova nelle impostazioni di {organization}. Avvisi, rapporti e inviti Le arrivano allo stesso modo.',
  'deliveryTest.sms': 'Atrium: gli SMS funzionano per {organization}.',

  'oneTimeCode.subject': '{code} è il suo codice Atrium',
  'oneTimeCode.title': 'Il suo codice',
  'oneTimeCode.text': 'Inserisca questo codice dove Atrium lo chiede. Funziona una sola volta, entro {minutes}.',
  'oneTimeCode.stranger':
    'Nessuno di Atrium glielo chiederà mai. Se non ha richiesto un codice, cambi la sua password.',
  'oneTimeCode.sms':
    '{code} è il suo codice Atrium. Funziona una sola volta, entro {minutes}. Non lo comunichi a nessuno.',

  'passwordReset.subject': 'Imposti una nuova password per Atrium',
  'passwordReset.title': 'Imposti una nuova password',
  'passwordReset.text': 'Qualcuno, probabilmente lei, ha chiesto una nuova password per il suo account.',
  'passwordReset.button': 'Imposta una nuova password',
  'passwordReset.life': 'Il link funziona una sola volta, entro {minutes}.',
  'passwordReset.stranger': 'Se non è stato lei, ignori questo messaggio: la sua password resta invariata.',

  'securityNotice.passwordChanged.subject': 'La sua password di Atrium è stata modificata',
  'securityNotice.passwordChanged.title': 'La sua password è stata modificata',
  'securityNotice.passwordChanged.text':
    'La password del suo account è stata modificata. Le sue altre sessioni sono state chiuse.',
  'securityNotice.twoFactorChanged.subject': 'L’accesso a due fattori del suo account Atrium è stato modificato',
  'securityNotice.twoFactorChanged.title': 'L’accesso a due fattori è stato modificato',
  'securityNotice.twoFactorChanged.text':
    'Il modo in cui il suo account chiede un codice all’accesso è stato modificato.',
  'securityNotice.emailChangeRequested.subject': 'Un nuovo indirizzo per il Suo account Atrium',
  'securityNotice.emailChangeRequested.title': 'È stato richiesto un nuovo indirizzo',
  'securityNotice.emailChangeRequested.text':
    'Qualcuno che ha effettuato l’accesso al Suo account ha richiesto un altro indirizzo e-mail. Finché non viene inserito il codice inviato al nuovo indirizzo, Lei accede con questo.',
  'securityNotice.emailChanged.subject': 'L’indirizzo del Suo account Atrium è stato modificato',
  'securityNotice.emailChanged.title': 'Il Suo indirizzo è stato modificato',
  'securityNotice.emailChanged.text':
    'D’ora in poi Lei accede con il nuovo indirizzo; questo non apre più il Suo account. Altrove è stata effettuata la disconnessione.',
  'securityNotice.emailChanged.stranger':
    'Se non è stato Lei, avvisi subito il Suo amministratore: con questo indirizzo non è più possibile impostare una nuova password.',
  'securityNotice.newSignIn.subject': 'Nuovo accesso al suo account Atrium',
  'securityNotice.newSignIn.title': 'Nuovo accesso',
  'securityNotice.newSignIn.text':
    'Qualcuno ha effettuato l’accesso al suo account da un browser mai usato prima per questo.',
  'securityNotice.when': 'Quando',
  'securityNotice.where': 'Indirizzo',
  'securityNotice.newEmail': 'Nuovo indirizzo',
  'securityNotice.account': 'Account',
  'securityNotice.stranger': 'Se non è stato lei, imposti subito una nuova password e avvisi il suo amministratore.',
  'securityNotice.button': 'Verifica le impostazioni di sicurezza',

  'alert.subject.opened': '{alert} · {site}',
  'alert.subject.ended': 'Terminato: {alert} · {site}',
  'alert.subject.silent': 'Nessun dato: {alert} · {site}',
  'alert.subject.reminder': 'Ancora in corso: {alert} · {site}',
  'alert.severity.information': 'Informazione',
  'alert.severity.critical': 'Critico',
  'alert.line.opened': '{place}: {value}, il limite è {limit}, da {since}.',
  'alert.line.openedPlain': '{place}, da {since}.',
  'alert.line.ended': '{place}: rientrato nel limite alle {when}; inizio {since}.',
  'alert.line.closed': '{place}: terminato con l’orario di apertura alle {when}; inizio {since}.',
  'alert.line.silent': '{place}: non arrivano più dati; l’avviso era attivo da {since}.',
  'alert.line.reminder': '{place}: ancora così da {since}, al massimo {value}.',
  'alert.line.reminderPlain': '{place}: ancora così da {since}.',
  'alert.line.openedUsual': '{place}: {value}, di solito {usual}, da {since}.',
  'alert.line.endedUsual': '{place}: di nuovo come al solito alle {when}; inizio {since}.',
  'alert.line.closedUsual': '{place}: nessun confronto dalle {when}; inizio {since}.',
  'alert.usual': '{usual} ({from}–{to})',
  'alert.what.co2': 'CO₂',
  'alert.what.comfortScore': 'Punteggio comfort',
  'alert.what.density': 'Densità',
  'alert.what.affluenceIn': 'Entrate',
  'alert.what.affluenceOut': 'Uscite',
  'alert.what.humidity': 'Umidità',
  'alert.what.inside': 'Presenti',
  'alert.what.linearDensity': 'Densità lineare',
  'alert.what.reverseDensity': 'Spazio per persona',
  'alert.what.deviceStatus': 'Stato dei dispositivi',
  'alert.what.temperature': 'Temperatura',
  'alert.what.waitingTime': 'Tempo di attesa',
  'alert.what.intrusion': 'Passaggi a sito chiuso',
  'alert.people': '{count} persone',
  'alert.button': 'Vedere che cosa è successo',
  'alert.why': 'Riceve questo messaggio perché l’avviso La indica tra i destinatari.',

  'exportReady.subject': 'I Suoi dati: {site}, {dataType}',
  'exportReady.title': '{site}, {dataType}',
  'exportReady.attached': 'Il file è allegato.',
  'exportReady.linkOnly': 'Il file è troppo grande per essere allegato. Il pulsante lo scarica.',
  'exportReady.from': 'Dal',
  'exportReady.to': 'Al',
  'exportReady.rows': 'Righe',
  'exportReady.size': 'Dimensione',
  'exportReady.button': 'Scarica il file',
  'exportReady.until': 'Il link è valido fino al {until}, per chiunque lo abbia.',
  'exportReady.why': '{name} Le ha fatto inviare questi dati.',
  'exportFailed.subject': 'Nessun file: {site}, {dataType}',
  'exportFailed.title': 'L’esportazione non è riuscita',
  'exportFailed.what': 'Ha chiesto dati di {site}: {dataType}.',
  'exportFailed.rights':
    'Non può più vedere o esportare questi dati. Chieda il diritto a un amministratore, poi esporti di nuovo.',
  'exportFailed.gone': 'Il sito o una delle sue zone non esiste più. Scelga di nuovo le zone.',
  'exportFailed.readings':
    'Righe così fini richiedono le singole letture, che non sono più conservate per tutto questo periodo. Scelga righe più ampie o giorni più recenti.',
  'exportFailed.overloaded':
    'Il server è stato troppo occupato per tutto il tempo. Esporti più tardi, o meno giorni alla volta.',
  'exportFailed.space':
    'Lo spazio per i file esportati è pieno. Attenda che i file più vecchi scadano, al massimo sette giorni, o esporti meno giorni.',
  'exportFailed.internal':
    'Qualcosa è andato storto da parte nostra, più volte. Esporti di nuovo; se non riesce ancora, avvisi il Suo amministratore.',
  'exportFailed.button': 'Esporta di nuovo',
};
