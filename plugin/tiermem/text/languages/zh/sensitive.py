"""Chinese words of sensitive personal data, for folded text."""

SENSITIVE = {
    "health": r"确诊|诊断|疾病|癌|肿瘤|糖尿病|艾滋|抑郁|焦虑症|双相|多动症|自闭|癫痫|哮喘|过敏|怀孕|流产|化疗"
    r"|手术|心理治疗|精神科|吃药|药物|胰岛素|残疾|轮椅|酗酒|血压|偏头痛",
    "belief": r"穆斯林|基督徒|天主教|佛教徒|信佛|犹太|印度教|无神论|受洗|清真寺|教堂",
    "politics": r"党员|投票给|政治(?:立场|观点)|政治倾向",
    "union": r"工会",
    "sexuality": r"同性恋|双性恋|跨性别|性取向|出柜",
    "origin": r"民族|种族|难民|庇护",
    "genes": r"基因|DNA检测|dna检测|指纹|虹膜",
}
