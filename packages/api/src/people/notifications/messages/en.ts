/** Texts of mails and short messages. `{name}` is replaced by a value. */
export const en = {
  hello: 'Hello {name},',
  'hello.nobody': 'Hello,',
  'footer.sent': 'Sent by Atrium, where your organization follows its sites.',
  'footer.link': 'If the button does not work, copy this address into your browser:',

  'invitation.subject': 'Join {organization} on Atrium',
  'invitation.title': 'You are invited to {organization}',
  'invitation.text':
    '{inviter} invites you to follow the sites of {organization} on Atrium: visitors, air and energy, live.',
  'invitation.textSystem':
    'You are invited to follow the sites of {organization} on Atrium: visitors, air and energy, live.',
  'invitation.button': 'Accept the invitation',
  'invitation.life': 'The link works once, within {days}.',
  'invitation.stranger': 'If you do not know {organization}, you can ignore this mail.',

  'deliveryTest.subject': 'Atrium: mail works',
  'deliveryTest.title': 'Mail works',
  'deliveryTest.text':
    'You asked for this test in the settings of {organization}. Alerts, reports and invitations reach you the same way.',
  'deliveryTest.sms': 'Atrium: text messages work for {organization}.',

  'oneTimeCode.subject': '{code} is your Atrium code',
  'oneTimeCode.title': 'Your code',
  'oneTimeCode.text': 'Type this code where Atrium asks for it. It works once, within {minutes}.',
  'oneTimeCode.stranger':
    'Nobody at Atrium will ever ask you for it. If you did not ask for a code, change your password.',
  'oneTimeCode.sms': '{code} is your Atrium code. It works once, within {minutes}. Do not pass it on.',

  'passwordReset.subject': 'Set a new password for Atrium',
  'passwordReset.title': 'Set a new password',
  'passwordReset.text': 'Somebody, hopefully you, asked to set a new password for your account.',
  'passwordReset.button': 'Set a new password',
  'passwordReset.life': 'The link works once, within {minutes}.',
  'passwordReset.stranger': 'If it was not you, ignore this mail: your password stays as it is.',

  'securityNotice.passwordChanged.subject': 'Your Atrium password was changed',
  'securityNotice.passwordChanged.title': 'Your password was changed',
  'securityNotice.passwordChanged.text':
    'The password of your account was changed. You are signed out everywhere else.',
  'securityNotice.twoFactorChanged.subject': 'Two-factor sign-in of your Atrium account was changed',
  'securityNotice.twoFactorChanged.title': 'Two-factor sign-in was changed',
  'securityNotice.twoFactorChanged.text': 'The way your account asks for a code when you sign in was changed.',
  'securityNotice.emailChangeRequested.subject': 'A new address for your Atrium account',
  'securityNotice.emailChangeRequested.title': 'A new address was asked for',
  'securityNotice.emailChangeRequested.text':
    'Somebody signed in as you asked for another email address for your account. You sign in with this one until a code sent to the new address is typed.',
  'securityNotice.emailChanged.subject': 'The address of your Atrium account was changed',
  'securityNotice.emailChanged.title': 'Your address was changed',
  'securityNotice.emailChanged.text':
    'You sign in with the new address from now on; this one does not open your account any more. You are signed out everywhere else.',
  'securityNotice.emailChanged.stranger':
    'If this was not you, tell your administrator at once: this address can no longer set a new password.',
  'securityNotice.newSignIn.subject': 'New sign-in to your Atrium account',
  'securityNotice.newSignIn.title': 'New sign-in',
  'securityNotice.newSignIn.text': 'Somebody signed in to your account from a browser it was not used in before.',
  'securityNotice.when': 'When',
  'securityNotice.where': 'Address',
  'securityNotice.newEmail': 'New address',
  'securityNotice.account': 'Account',
  'securityNotice.stranger': 'If this was not you, set a new password at once and tell your administrator.',
  'securityNotice.button': 'Review my security settings',

  'alert.subject.opened': '{alert} · {site}',
  'alert.subject.ended': 'Ended: {alert} · {site}',
  'alert.subject.silent': 'No data: {alert} · {site}',
  'alert.subject.reminder': 'Still on: {alert} · {site}',
  'alert.severity.information': 'Information',
  'alert.severity.critical': 'Critical',
  'alert.line.opened': '{place}: {value}, the limit is {limit}, since {since}.',
  'alert.line.openedPlain': '{place}, since {since}.',
  'alert.line.ended': '{place}: back within its limit at {when}; it began {since}.',
  'alert.line.closed': '{place}: over with the opening hours at {when}; it began {since}.',
  'alert.line.silent': '{place}: no data any more; it was firing since {since}.',
  'alert.line.reminder': '{place}: still so since {since}, {value} at the most.',
  'alert.line.reminderPlain': '{place}: still so since {since}.',
  'alert.line.openedUsual': '{place}: {value}, usual {usual}, since {since}.',
  'alert.line.endedUsual': '{place}: as usual again at {when}; it began {since}.',
  'alert.line.closedUsual': '{place}: not compared from {when} on; it began {since}.',
  'alert.usual': '{usual} ({from}–{to})',
  'alert.what.co2': 'CO₂',
  'alert.what.comfortScore': 'Comfort score',
  'alert.what.density': 'Density',
  'alert.what.affluenceIn': 'Entries',
  'alert.what.affluenceOut': 'Exits',
  'alert.what.humidity': 'Humidity',
  'alert.what.inside': 'People inside',
  'alert.what.linearDensity': 'Linear density',
  'alert.what.reverseDensity': 'Space per person',
  'alert.what.deviceStatus': 'Device status',
  'alert.what.temperature': 'Temperature',
  'alert.what.waitingTime': 'Waiting time',
  'alert.what.intrusion': 'People while closed',
  'alert.people': '{count} people',
  'alert.button': 'See what happened',
  'alert.why': 'You get this because this alert names you as a recipient.',

  'exportReady.subject': 'Your data: {site}, {dataType}',
  'exportReady.title': '{site}, {dataType}',
  'exportReady.attached': 'The file is attached.',
  'exportReady.linkOnly': 'The file is too large to be attached. The button downloads it.',
  'exportReady.from': 'From',
  'exportReady.to': 'To',
  'exportReady.rows': 'Rows',
  'exportReady.size': 'Size',
  'exportReady.button': 'Download the file',
  'exportReady.until': 'The link works until {until}, for anybody who has it.',
  'exportReady.why': '{name} had this sent to you.',
  'exportFailed.subject': 'No file: {site}, {dataType}',
  'exportFailed.title': 'The export could not be made',
  'exportFailed.what': 'You asked for data of {site}: {dataType}.',
  'exportFailed.rights':
    'You may no longer see or export this data. Ask an administrator for the right, then export again.',
  'exportFailed.gone': 'The site or one of its zones is no longer there. Choose the zones anew.',
  'exportFailed.readings':
    'Rows this fine need single readings, which are no longer kept for all of this time. Choose wider rows or later days.',
  'exportFailed.overloaded': 'The server was too busy all the while. Export again later, or fewer days at once.',
  'exportFailed.space':
    'The room for exported files is full. Wait until older files have gone, after seven days at most, or export fewer days.',
  'exportFailed.internal':
    'Something went wrong on our side, several times. Export again; if it fails again, tell your administrator.',
  'exportFailed.button': 'Export again',
} as const;

/** All texts of a language. A missing one does not compile. */
export type Messages = { readonly [Id in keyof typeof en]: string };
