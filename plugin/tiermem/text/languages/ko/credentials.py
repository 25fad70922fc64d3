"""Korean words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="비밀[ ]?번호|패스워드|암호|api[ ]?키|액세스[ ]?토큰",
    verbs="[은는이가]",
    to="[을를로]",
    changing="변경|바꾸|바꿨|설정",
    hints=several("비밀 패스워드 암호 키 토큰 번호 코드"),
    spaced=False,
    codes="(?:현관|도어락|금고|알람)[ ]?(?:비밀번호|번호|코드)|핀[ ]?번호|인증[ ]?번호",
    recovery="(?:복구|백업)[ ]?코드",
    phrases="(?:시드|복구)[ ]?(?:문구|구문)",
    users="아이디|사용자|계정",
)
