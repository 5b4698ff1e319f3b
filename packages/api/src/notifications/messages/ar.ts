import type { Messages } from './en.ts';

export const ar: Messages = {
  hello: 'مرحبًا {name}،',
  'hello.nobody': 'مرحبًا،',
  'footer.sent': 'أُرسلت من Atrium، حيث تتابع مؤسستك مواقعها.',
  'footer.link': 'إذا لم يعمل الزر، فانسخ هذا العنوان في متصفحك:',

  'invitation.subject': 'دعوة من {organization} إلى Atrium',
  'invitation.title': 'دعوة من {organization}',
  'invitation.text': 'يدعوك {inviter} إلى متابعة مواقع {organization} على Atrium: الزوار والهواء والطاقة، مباشرةً.',
  'invitation.textSystem': 'أنت مدعو إلى متابعة مواقع {organization} على Atrium: الزوار والهواء والطاقة، مباشرةً.',
  'invitation.button': 'قبول الدعوة',
  'invitation.life': 'يعمل الرابط مرة واحدة، ومدة صلاحيته {days}.',
  'invitation.stranger': 'إن كنت لا تعرف {organization} فيمكنك تجاهل هذه الرسالة.',

  'oneTimeCode.subject': '{code} هو رمزك في Atrium',
  'oneTimeCode.title': 'رمزك',
  'oneTimeCode.text': 'اكتب هذا الرمز حيث يطلبه Atrium. يعمل مرة واحدة، ومدة صلاحيته {minutes}.',
  'oneTimeCode.stranger': 'لن يطلبه منك أحد من Atrium أبدًا. إن لم تطلب رمزًا فغيّر كلمة المرور.',
  'oneTimeCode.sms': '{code} هو رمزك في Atrium. يعمل مرة واحدة، ومدة صلاحيته {minutes}. لا تُعطه لأحد.',

  'passwordReset.subject': 'تعيين كلمة مرور جديدة في Atrium',
  'passwordReset.title': 'تعيين كلمة مرور جديدة',
  'passwordReset.text': 'طلب شخص ما، ولعله أنت، تعيين كلمة مرور جديدة لحسابك.',
  'passwordReset.button': 'تعيين كلمة مرور جديدة',
  'passwordReset.life': 'يعمل الرابط مرة واحدة، ومدة صلاحيته {minutes}.',
  'passwordReset.stranger': 'إن لم تكن أنت، فتجاهل هذه الرسالة: تبقى كلمة المرور كما هي.',

  'securityNotice.passwordChanged.subject': 'تغيّرت كلمة مرورك في Atrium',
  'securityNotice.passwordChanged.title': 'تغيّرت كلمة مرورك',
  'securityNotice.passwordChanged.text': 'تغيّرت كلمة مرور حسابك، وسُجّل خروجك من كل مكان آخر.',
  'securityNotice.twoFactorChanged.subject': 'تغيّر التحقق بخطوتين في حسابك على Atrium',
  'securityNotice.twoFactorChanged.title': 'تغيّر التحقق بخطوتين',
  'securityNotice.twoFactorChanged.text': 'تغيّرت طريقة طلب الرمز عند تسجيل الدخول إلى حسابك.',
  'securityNotice.emailChangeRequested.subject': 'عنوان جديد لحسابك في Atrium',
  'securityNotice.emailChangeRequested.title': 'طُلب عنوان جديد',
  'securityNotice.emailChangeRequested.text':
    'طلب شخص سجّل الدخول إلى حسابك عنوان بريد إلكتروني آخر. يبقى تسجيل دخولك بهذا العنوان إلى أن يُكتب الرمز المُرسل إلى العنوان الجديد.',
  'securityNotice.emailChanged.subject': 'تغيّر عنوان حسابك في Atrium',
  'securityNotice.emailChanged.title': 'تغيّر عنوانك',
  'securityNotice.emailChanged.text':
    'من الآن تسجّل الدخول بالعنوان الجديد، ولم يعد هذا العنوان يفتح حسابك. سُجّل خروجك من كل مكان آخر.',
  'securityNotice.emailChanged.stranger':
    'إن لم تكن أنت من فعل ذلك، فأخبر المسؤول لديك فورًا: لم يعد ممكنًا تعيين كلمة مرور جديدة عبر هذا العنوان.',
  'securityNotice.newSignIn.subject': 'تسجيل دخول جديد إلى حسابك على Atrium',
  'securityNotice.newSignIn.title': 'تسجيل دخول جديد',
  'securityNotice.newSignIn.text': 'سُجّل الدخول إلى حسابك من متصفح لم يُستخدم له من قبل.',
  'securityNotice.when': 'الوقت',
  'securityNotice.where': 'العنوان',
  'securityNotice.newEmail': 'العنوان الجديد',
  'securityNotice.account': 'الحساب',
  'securityNotice.stranger': 'إن لم تكن أنت، فعيّن كلمة مرور جديدة فورًا وأبلغ المسؤول في مؤسستك.',
  'securityNotice.button': 'مراجعة إعدادات الأمان',
};
