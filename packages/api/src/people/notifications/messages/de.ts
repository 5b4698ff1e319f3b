import type { Messages } from './en.ts';

export const de: Messages = {
  hello: 'Guten Tag {name}',
  'hello.nobody': 'Guten Tag',
  'footer.sent': 'Gesendet von Atrium, wo Ihre Organisation ihre Standorte verfolgt.',
  'footer.link': 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',

  'invitation.subject': 'Einladung von {organization} zu Atrium',
  'invitation.title': 'Sie sind zu {organization} eingeladen',
  'invitation.text':
    '{inviter} lädt Sie ein, die Standorte von {organization} auf Atrium zu verfolgen: Besuche, Luft und Energie, live.',
  'invitation.textSystem':
    'Sie sind eingeladen, die Standorte von {organization} auf Atrium zu verfolgen: Besuche, Luft und Energie, live.',
  'invitation.button': 'Einladung annehmen',
  'invitation.life': 'Der Link funktioniert einmal. Gültigkeit: {days}.',
  'invitation.stranger': 'Wenn Sie {organization} nicht kennen, können Sie diese E-Mail ignorieren.',

  'deliveryTest.subject': 'Atrium: E-Mail funktioniert',
  'deliveryTest.title': 'E-Mail funktioniert',
  'deliveryTest.text':
    'Sie haben diesen Test in den Einstellungen von {organization} angefordert. Alarme, Berichte und Einladungen erreichen Sie auf demselben Weg.',
  'deliveryTest.sms': 'Atrium: SMS funktionieren für {organization}.',

  'oneTimeCode.subject': '{code} ist Ihr Atrium-Code',
  'oneTimeCode.title': 'Ihr Code',
  'oneTimeCode.text':
    'Geben Sie diesen Code ein, wo Atrium danach fragt. Er funktioniert einmal. Gültigkeit: {minutes}.',
  'oneTimeCode.stranger':
    'Niemand bei Atrium wird Sie je danach fragen. Wenn Sie keinen Code verlangt haben, ändern Sie Ihr Passwort.',
  'oneTimeCode.sms':
    '{code} ist Ihr Atrium-Code. Er funktioniert einmal. Gültigkeit: {minutes}. Geben Sie ihn nicht weiter.',

  'passwordReset.subject': 'Neues Passwort für Atrium festlegen',
  'passwordReset.title': 'Neues Passwort festlegen',
  'passwordReset.text': 'Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto festlegen.',
  'passwordReset.button': 'Neues Passwort festlegen',
  'passwordReset.life': 'Der Link funktioniert einmal. Gültigkeit: {minutes}.',
  'passwordReset.stranger': 'Falls Sie es nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',

  'securityNotice.passwordChanged.subject': 'Ihr Atrium-Passwort wurde geändert',
  'securityNotice.passwordChanged.title': 'Ihr Passwort wurde geändert',
  'securityNotice.passwordChanged.text': 'Das Passwort Ihres Kontos wurde geändert. Überall sonst sind Sie abgemeldet.',
  'securityNotice.twoFactorChanged.subject': 'Die Zwei-Faktor-Anmeldung Ihres Atrium-Kontos wurde geändert',
  'securityNotice.twoFactorChanged.title': 'Die Zwei-Faktor-Anmeldung wurde geändert',
  'securityNotice.twoFactorChanged.text':
    'Die Art, wie Ihr Konto bei der Anmeldung nach einem Code fragt, wurde geändert.',
  'securityNotice.emailChangeRequested.subject': 'Eine neue Adresse für Ihr Atrium-Konto',
  'securityNotice.emailChangeRequested.title': 'Eine neue Adresse wurde gewünscht',
  'securityNotice.emailChangeRequested.text':
    'Jemand, der mit Ihrem Konto angemeldet ist, wünscht dafür eine andere E-Mail-Adresse. Bis der Code eingegeben ist, der an die neue Adresse ging, melden Sie sich mit dieser an.',
  'securityNotice.emailChanged.subject': 'Die Adresse Ihres Atrium-Kontos wurde geändert',
  'securityNotice.emailChanged.title': 'Ihre Adresse wurde geändert',
  'securityNotice.emailChanged.text':
    'Ab jetzt melden Sie sich mit der neuen Adresse an; diese öffnet Ihr Konto nicht mehr. Überall sonst sind Sie abgemeldet.',
  'securityNotice.emailChanged.stranger':
    'Wenn Sie das nicht waren, sagen Sie es sofort Ihrer Administration: Über diese Adresse lässt sich kein neues Passwort mehr setzen.',
  'securityNotice.newSignIn.subject': 'Neue Anmeldung bei Ihrem Atrium-Konto',
  'securityNotice.newSignIn.title': 'Neue Anmeldung',
  'securityNotice.newSignIn.text':
    'Jemand hat sich mit einem Browser bei Ihrem Konto angemeldet, der dafür bisher nicht verwendet wurde.',
  'securityNotice.when': 'Wann',
  'securityNotice.where': 'Adresse',
  'securityNotice.newEmail': 'Neue Adresse',
  'securityNotice.account': 'Konto',
  'securityNotice.stranger':
    'Falls Sie es nicht waren, legen Sie sofort ein neues Passwort fest und benachrichtigen Sie Ihre Administration.',
  'securityNotice.button': 'Sicherheitseinstellungen prüfen',

  'alert.subject.opened': '{alert} · {site}',
  'alert.subject.ended': 'Beendet: {alert} · {site}',
  'alert.subject.silent': 'Keine Daten: {alert} · {site}',
  'alert.subject.reminder': 'Dauert an: {alert} · {site}',
  'alert.severity.information': 'Hinweis',
  'alert.severity.critical': 'Kritisch',
  'alert.line.opened': '{place}: {value}, die Grenze liegt bei {limit}, seit {since}.',
  'alert.line.openedPlain': '{place}, seit {since}.',
  'alert.line.ended': '{place}: um {when} wieder innerhalb der Grenze; Beginn {since}.',
  'alert.line.closed': '{place}: mit den Öffnungszeiten um {when} beendet; Beginn {since}.',
  'alert.line.silent': '{place}: keine Daten mehr; der Alarm bestand seit {since}.',
  'alert.line.reminder': '{place}: weiterhin seit {since}, höchstens {value}.',
  'alert.line.reminderPlain': '{place}: weiterhin seit {since}.',
  'alert.line.openedUsual': '{place}: {value}, üblich {usual}, seit {since}.',
  'alert.line.endedUsual': '{place}: um {when} wieder wie üblich; Beginn {since}.',
  'alert.line.closedUsual': '{place}: ab {when} nicht verglichen; Beginn {since}.',
  'alert.usual': '{usual} ({from}–{to})',
  'alert.what.co2': 'CO₂',
  'alert.what.comfortScore': 'Komfortnote',
  'alert.what.density': 'Dichte',
  'alert.what.affluenceIn': 'Eintritte',
  'alert.what.affluenceOut': 'Austritte',
  'alert.what.humidity': 'Luftfeuchtigkeit',
  'alert.what.inside': 'Anwesende',
  'alert.what.linearDensity': 'Lineare Dichte',
  'alert.what.reverseDensity': 'Fläche pro Person',
  'alert.what.deviceStatus': 'Gerätestatus',
  'alert.what.temperature': 'Temperatur',
  'alert.what.waitingTime': 'Wartezeit',
  'alert.what.intrusion': 'Personen bei Schliessung',
  'alert.people': '{count} Personen',
  'alert.button': 'Ansehen, was geschah',
  'alert.why': 'Sie erhalten diese Nachricht, weil der Alarm Sie als Empfänger nennt.',

  'exportReady.subject': 'Ihre Daten: {site}, {dataType}',
  'exportReady.title': '{site}, {dataType}',
  'exportReady.attached': 'Die Datei ist angehängt.',
  'exportReady.linkOnly': 'Die Datei ist zu groß für einen Anhang. Die Schaltfläche lädt sie herunter.',
  'exportReady.from': 'Von',
  'exportReady.to': 'Bis',
  'exportReady.rows': 'Zeilen',
  'exportReady.size': 'Größe',
  'exportReady.button': 'Datei herunterladen',
  'exportReady.until': 'Der Link gilt bis {until}, für alle, die ihn haben.',
  'exportReady.why': '{name} hat Ihnen diese Daten senden lassen.',
  'exportFailed.subject': 'Keine Datei: {site}, {dataType}',
  'exportFailed.title': 'Der Export ist nicht gelungen',
  'exportFailed.what': 'Sie haben Daten von {site} angefordert: {dataType}.',
  'exportFailed.rights':
    'Sie dürfen diese Daten nicht mehr sehen oder exportieren. Bitten Sie eine Administratorin oder einen Administrator um das Recht und exportieren Sie erneut.',
  'exportFailed.gone': 'Den Standort oder eine seiner Zonen gibt es nicht mehr. Wählen Sie die Zonen neu.',
  'exportFailed.readings':
    'So feine Zeilen brauchen einzelne Messwerte, die nicht mehr für die ganze Zeit aufbewahrt werden. Wählen Sie breitere Zeilen oder spätere Tage.',
  'exportFailed.overloaded':
    'Der Server war die ganze Zeit zu stark ausgelastet. Exportieren Sie später noch einmal, oder weniger Tage auf einmal.',
  'exportFailed.space':
    'Der Platz für exportierte Dateien ist voll. Warten Sie, bis ältere Dateien verfallen, höchstens sieben Tage, oder exportieren Sie weniger Tage.',
  'exportFailed.internal':
    'Bei uns ist mehrmals etwas schiefgegangen. Exportieren Sie noch einmal; misslingt es wieder, sagen Sie es Ihrer Administration.',
  'exportFailed.button': 'Noch einmal exportieren',
};
