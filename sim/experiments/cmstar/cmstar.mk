# SPDX-License-Identifier: Apache-2.0
# The experiment of Kong's "Measuring Time in Cm*": its simulator. Included from sim.mk.

CMSTAR := sim/experiments/cmstar

$(eval $(call soc_simulator,soc_cmstar,$(CMSTAR)/monitors/octo_cmstar.yaml,))
$(eval $(call sim_monitor,$(CMSTAR)/monitors/octo_cmstar.yaml))
