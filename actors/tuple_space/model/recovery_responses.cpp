// SPDX-License-Identifier: MIT
#include "recovery_responses.hpp"

#include <algorithm>

namespace malha::tuple_space {

void RecoveryResponses::add(int from, const RecoveryResponse& response) {
  auto& known = latest_.try_emplace(from, response).first->second;
  if (response.view > known.view || (response.view == known.view && response.log))
    known = response;
}

View RecoveryResponses::latest_view(View own) const {
  for (const auto& [from, response] : latest_)
    own = std::max(own, response.view);
  return own;
}

const RecoveryResponse* RecoveryResponses::log_of(View view, int primary) const {
  const auto found = latest_.find(primary);
  const bool has_log = found != latest_.end() && found->second.view == view && found->second.log;
  return has_log ? &found->second : nullptr;
}

} // namespace malha::tuple_space
