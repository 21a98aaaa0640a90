// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/actor.hpp"

MALHA_PLUGIN_ENTRY(malha::PluginKind::actors, malha::actors_of_this_module())
