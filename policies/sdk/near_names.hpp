// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha {

/// The names that somebody may have meant who wrote `name`: few letters differ, or one is a part of the
/// other. Upper and lower case are the same, and so are '_', '-', '.', '/' and nothing. The nearest come
/// first, at most five.
std::vector<std::string> near_names(const std::string& name, const std::vector<std::string>& names);

/// The end of a message about a name that is unknown: "; did you mean cluster.fcfs?" if something is near,
/// and what is valid. Up to eight names are all said. Of more it says `all`, a command that shows them, such
/// as "malha list deployments"; without one they are said only where nothing is near. `also` is what else is
/// valid, such as "a path".
std::string instead_of(const std::string& name, const std::vector<std::string>& names,
                       const std::string& all = "", const std::string& also = "");

} // namespace malha
