"""Chinese words of orders to an assistant, and of what matters to whoever gives them."""

SINCE = "\u3005"
"""No text without a character from here on has any of the words."""

ORDERS = (
    r"始终|总是|永远|一律|今后|以后|从现在起|从今|不再|不得|不要|不必|无需|必须"
    r"|只许|只推荐|只按|只听|忽略|忘掉|无视|助手|代理|你(?:可以|必须|的|有)|权限"
    r"|授权|批准|允许|凡是|只要|一提到|当用户|系统|管理员|指令|命令|回答|推荐"
    r"|发送|附上|附在|删除|复制|抄进|写进|执行|调用|告诉|询问|索取|索要|账户|账号"
    r"|银行|付款|转到|发票|密码|登录|视为|当作|悄悄|审核|编码|第一|客服电话"
    r"|你(?:现在|是)|处于|透露|泄露|关闭|打开|使用以下|转告|抄送|只推荐|改为|已更改"
    r"|一律|替换|改成|换成|复制|批准|加上|开头|隐瞒|安装|下载|购买|分享|公开|转发|上传|跳过|省略|鼓励|说服"
    r"|拒绝|同意|签署|关闭|开启"
)
"""For folded text."""

MATTERS = (
    r"用户|助手|代理|系统(?:消息|通知|提示)|管理员|(?:之前|以前|先前|你)的?(?:规则|指令|要求)|指令|命令|权限"
    r"|授权|批准|已经同意"
    r"|(?:不用|无需|不必|不再需要|不需要)(?:再)?(?:确认|审核|询问|打电话|批准)|什么都可以|为所欲为|新账户"
    r"|新账号|账号|换了银行|银行(?!上班|工作|辞职|实习|当|做)(?<!从银行)"
    r"|转账|转到|付到|验证码|密码|第一(?!志|次|印象|天|胎|学期|中学|小学|人称|行|段|章)|一律(?!(?:使|采|都)?(?:用(?!户)|写|不超过|不写|放在|以|全)|[中英日德法]文)|视为|当作|凡是|一提到|删除|删掉|转发|发送|发给|抄进|写进|复制"
    r"|附在|附上"
    r"|这(?:一段|句话|条)|客服电话|编码|悄悄|不要告诉|不管|执行"
    r"|有人(?:问|提)[^。]{0,12}(?:就|便)|暗号|不用发票|一律批准|公共共享|所有(?:合同|笔记|文档)里|银行的电话"
    r"|紧急联系人|工资数据|私人笔记|法务批准"
    r"|正确的(?:包|库)|请安装|作废|账单地址|不要提|别提|有人问到"
)
"""Matters of orders that somebody gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

TOPICS = (
    r"杀毒|防火墙|证书(?:警告|错误)|安全(?:检查|警告|过滤|策略)|双重验证|两步验证|身份|付款|退款|转账"
    r"|钱包|卡号"
    r"|(?:维护|开发者|管理|调试)模式|限制|机密|保密|工资|审计|登录页|凭据|密钥|备份|附件|抄送|理财|基金"
    r"|(?:每|所有|任何)(?:次|个|封|条)?(?:问题|请求|搜索|回答|邮件|消息|命令)"
    r"|正确的(?:包|库)|作废|账单地址"
)
"""Matters of harmful orders: defences, money, access, rules for all questions. For folded text."""

OWN = r"我(?!方|司)|前[^。]{0,6}(?:确认|询问|问)"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""

RULES = r"如果|一旦|当.{1,12}时|的时候|每次|只要|谁|应|必须|可以|一律|务必|即可|劳驾|麻烦|别|视为|等同|就把|只用|只有"
"""Words that rules are made of: conditions, duties, permissions. For folded text."""

NEWS = r"改|新|现在|以后|从.{1,6}起|不再|误诊|其实是|你是|你叫"
"""Words of changes: what holds from now on, in place of what held. For folded text."""
