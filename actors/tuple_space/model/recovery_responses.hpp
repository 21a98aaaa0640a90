// SPDX-License-Identifier: MIT
#pragma once
#include "replica_messages.hpp"

namespace malha::tuple_space {

/// The RECOVERYRESPONSE messages that a replica has received since its restart (liskov2012, section 4.3).
class RecoveryResponses {
public:
  /// Keeps the latest response of each replica.
  void add(int from, const RecoveryResponse& response);
  std::size_t size() const { return latest_.size(); }
  /// The latest view in any response, or `own`.
  View latest_view(View own) const;
  /// The response of that replica with the log of that view; null if there is none.
  const RecoveryResponse* log_of(View view, int primary) const;

private:
  std::map<int, RecoveryResponse> latest_; ///< by replica
};

} // namespace malha::tuple_space
