// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/external/guarded_process.hpp"
#include "request_socket.hpp"

#include <nlohmann/json.hpp>

namespace malha::external {

/// A scheduler that speaks Batsim's protocol, in a process of its own. It binds a REP socket to the endpoint
/// that stands in its command for `placeholder`.
class BatsimProcess {
public:
  static constexpr const char* placeholder = "{socket}";

  /// Throws std::runtime_error if it cannot be started.
  BatsimProcess(const Program& program, Seconds patience);

  /// Sends a message, and returns the answer. Throws BrokenRule if there is none within the time, in s of
  /// real time, or it is no object.
  nlohmann::json ask(const std::string& message);
  /// Sends the last message, and lets it end.
  void end(const std::string& message);

private:
  BatsimProcess(Program program, Seconds patience, const std::string& endpoint);
  std::string reply(Seconds patience);
  std::optional<std::string> heard(Seconds patience);

  GuardedProcess process_;
  RequestSocket socket_;
  const Seconds patience_;
  bool has_answered_ = false, is_asked_ = false;
};

} // namespace malha::external
