// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/plugin.hpp"

namespace malha::easygrid {

struct GiveUpView {
  Seconds now;
  double fraction; ///< perc_ask of the request, in (0, 1]
  /// The tasks that are not launched; lightest first, among equals the highest id first.
  const std::vector<Task>& ready;
};

/// Which ready tasks does the host give up? The answer has positions in GiveUpView::ready. These tasks have
/// at most the asked fraction of all ready work. An empty answer refuses the request.
class GiveUp : public Policy {
public:
  static constexpr const char* question = "easygrid/give_up";
  virtual std::vector<std::size_t> give_up(const GiveUpView& view) = 0;
};

} // namespace malha::easygrid
