import type { Messages } from './en.ts';

export const es: Messages = {
  hello: 'Hola, {name}:',
  'hello.nobody': 'Hola:',
  'footer.sent': 'Enviado por Atrium, donde su organización sigue sus sedes.',
  'footer.link': 'Si el botón no funciona, copie esta dirección en su navegador:',

  'invitation.subject': 'Invitación de {organization} a Atrium',
  'invitation.title': 'Ha recibido una invitación de {organization}',
  'invitation.text':
    '{inviter} le invita a seguir las sedes de {organization} en Atrium: visitantes, aire y energía, en directo.',
  'invitation.textSystem':
    'Ha recibido una invitación para seguir las sedes de {organization} en Atrium: visitantes, aire y energía, en directo.',
  'invitation.button': 'Aceptar la invitación',
  'invitation.life': 'El enlace funciona una sola vez, durante {days}.',
  'invitation.stranger': 'Si no conoce {organization}, puede ignorar este mensaje.',

  'deliveryTest.subject': 'Atrium: el correo funciona',
  'deliveryTest.title': 'El correo funciona',
  'deliveryTest.text':
    'Usted pidió esta prueba en los ajustes de {organization}. Las alertas, los informes y las invitaciones le llegan del mismo modo.',
  'deliveryTest.sms': 'Atrium: los SMS funcionan para {organization}.',

  'oneTimeCode.subject': '{code} es su código de Atrium',
  'oneTimeCode.title': 'Su código',
  'oneTimeCode.text': 'Escriba este código donde Atrium se lo pida. Funciona una sola vez, durante {minutes}.',
  'oneTimeCode.stranger': 'Nadie de Atrium se lo pedirá nunca. Si no ha pedido un código, cambie su contraseña.',
  'oneTimeCode.sms': '{code} es su código de Atrium. Funciona una sola vez, durante {minutes}. No lo comparta.',

  'passwordReset.subject': 'Defina una contraseña nueva para Atrium',
  'passwordReset.title': 'Defina una contraseña nueva',
  'passwordReset.text': 'Alguien, seguramente usted, ha pedido definir una contraseña nueva para su cuenta.',
  'passwordReset.button': 'Definir una contraseña nueva',
  'passwordReset.life': 'El enlace funciona una sola vez, durante {minutes}.',
  'passwordReset.stranger': 'Si no ha sido usted, ignore este mensaje: su contraseña sigue igual.',

  'securityNotice.passwordChanged.subject': 'Se ha cambiado su contraseña de Atrium',
  'securityNotice.passwordChanged.title': 'Se ha cambiado su contraseña',
  'securityNotice.passwordChanged.text':
    'Se ha cambiado la contraseña de su cuenta. Sus demás sesiones se han cerrado.',
  'securityNotice.twoFactorChanged.subject': 'Se ha cambiado la verificación en dos pasos de su cuenta de Atrium',
  'securityNotice.twoFactorChanged.title': 'Se ha cambiado la verificación en dos pasos',
  'securityNotice.twoFactorChanged.text': 'Se ha cambiado la forma en que su cuenta pide un código al iniciar sesión.',
  'securityNotice.emailChangeRequested.subject': 'Una nueva dirección para su cuenta de Atrium',
  'securityNotice.emailChangeRequested.title': 'Se ha solicitado una nueva dirección',
  'securityNotice.emailChangeRequested.text':
    'Alguien con la sesión iniciada en su cuenta ha solicitado otra dirección de correo. Seguirá iniciando sesión con esta hasta que se introduzca el código enviado a la nueva.',
  'securityNotice.emailChanged.subject': 'Se ha cambiado la dirección de su cuenta de Atrium',
  'securityNotice.emailChanged.title': 'Se ha cambiado su dirección',
  'securityNotice.emailChanged.text':
    'A partir de ahora inicia sesión con la nueva dirección; esta ya no abre su cuenta. Se ha cerrado la sesión en todos los demás lugares.',
  'securityNotice.emailChanged.stranger':
    'Si no ha sido usted, avise de inmediato a su administrador: con esta dirección ya no se puede establecer una contraseña nueva.',
  'securityNotice.newSignIn.subject': 'Nuevo inicio de sesión en su cuenta de Atrium',
  'securityNotice.newSignIn.title': 'Nuevo inicio de sesión',
  'securityNotice.newSignIn.text':
    'Alguien ha iniciado sesión en su cuenta desde un navegador que no se había usado antes para ello.',
  'securityNotice.when': 'Cuándo',
  'securityNotice.where': 'Dirección',
  'securityNotice.newEmail': 'Nueva dirección',
  'securityNotice.account': 'Cuenta',
  'securityNotice.stranger': 'Si no ha sido usted, defina enseguida una contraseña nueva y avise a su administrador.',
  'securityNotice.button': 'Revisar mis ajustes de seguridad',

  'alert.subject.opened': '{alert} · {site}',
  'alert.subject.ended': 'Terminado: {alert} · {site}',
  'alert.subject.silent': 'Sin datos: {alert} · {site}',
  'alert.subject.reminder': 'Sigue activo: {alert} · {site}',
  'alert.line.opened': '{place}: {value}, el límite es {limit}, desde {since}.',
  'alert.line.openedPlain': '{place}, desde {since}.',
  'alert.line.ended': '{place}: de nuevo dentro del límite a las {when}; empezó {since}.',
  'alert.line.closed': '{place}: terminó con el horario de apertura a las {when}; empezó {since}.',
  'alert.line.silent': '{place}: ya no llegan datos; la alerta estaba activa desde {since}.',
  'alert.line.reminder': '{place}: sigue así desde {since}, {value} como máximo.',
  'alert.line.reminderPlain': '{place}: sigue así desde {since}.',
  'alert.line.openedUsual': '{place}: {value}, lo habitual es {usual}, desde {since}.',
  'alert.line.endedUsual': '{place}: de nuevo lo habitual a las {when}; empezó {since}.',
  'alert.line.closedUsual': '{place}: sin comparación desde las {when}; empezó {since}.',
  'alert.usual': '{usual} ({from}–{to})',
  'alert.what.co2': 'CO₂',
  'alert.what.comfortScore': 'Nota de confort',
  'alert.what.density': 'Densidad',
  'alert.what.affluenceIn': 'Entradas',
  'alert.what.affluenceOut': 'Salidas',
  'alert.what.humidity': 'Humedad',
  'alert.what.inside': 'Personas dentro',
  'alert.what.linearDensity': 'Densidad lineal',
  'alert.what.reverseDensity': 'Espacio por persona',
  'alert.what.deviceStatus': 'Estado de los dispositivos',
  'alert.what.temperature': 'Temperatura',
  'alert.what.waitingTime': 'Tiempo de espera',
  'alert.what.intrusion': 'Personas con la sede cerrada',
  'alert.people': '{count} personas',
  'alert.button': 'Ver qué pasó',
  'alert.why': 'Recibe este mensaje porque la alerta le incluye entre sus destinatarios.',

  'exportReady.subject': 'Sus datos: {site}, {dataType}',
  'exportReady.title': '{site}, {dataType}',
  'exportReady.attached': 'El archivo va adjunto.',
  'exportReady.linkOnly': 'El archivo es demasiado grande para adjuntarlo. El botón lo descarga.',
  'exportReady.from': 'Desde',
  'exportReady.to': 'Hasta',
  'exportReady.rows': 'Filas',
  'exportReady.size': 'Tamaño',
  'exportReady.button': 'Descargar el archivo',
  'exportReady.until': 'El enlace funciona hasta el {until}, para cualquiera que lo tenga.',
  'exportReady.why': '{name} ha hecho que se le envíen estos datos.',
  'exportFailed.subject': 'Sin archivo: {site}, {dataType}',
  'exportFailed.title': 'No se pudo hacer la exportación',
  'exportFailed.what': 'Pidió datos de {site}: {dataType}.',
  'exportFailed.rights':
    'Ya no puede ver o exportar estos datos. Pida el permiso a un administrador y exporte de nuevo.',
  'exportFailed.gone': 'El sitio o una de sus zonas ya no existe. Elija las zonas de nuevo.',
  'exportFailed.readings':
    'Filas tan finas necesitan lecturas individuales, que ya no se guardan para todo este periodo. Elija filas más amplias o días más recientes.',
  'exportFailed.overloaded':
    'El servidor estuvo demasiado ocupado todo el tiempo. Exporte más tarde, o menos días a la vez.',
  'exportFailed.space':
    'El espacio para archivos exportados está lleno. Espere a que caduquen archivos más antiguos, siete días como máximo, o exporte menos días.',
  'exportFailed.internal':
    'Algo falló por nuestra parte, varias veces. Exporte de nuevo; si vuelve a fallar, avise a su administrador.',
  'exportFailed.button': 'Exportar de nuevo',
};
