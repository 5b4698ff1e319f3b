export { UploadOrganizationLogoDocument, UploadUserPictureDocument } from './operations.generated.ts';
export { PictureField } from './picture-field.tsx';
export { sendFile, sendFileTo } from './send-file.ts';
