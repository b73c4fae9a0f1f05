from pitboss.procedure.double_attack_pa import game  # noqa
