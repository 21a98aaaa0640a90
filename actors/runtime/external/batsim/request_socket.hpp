// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <optional>
#include <string>

namespace malha::external {

/// A REQ socket of ZeroMQ: each request gets one reply. The library libzmq is no part of this program: it is
/// loaded when it is needed for the first time.
class RequestSocket {
public:
  /// Throws std::runtime_error, which says what to install, if libzmq is not on this machine.
  static void need_library();

  /// Goes to the endpoint as soon as a REP socket is bound there.
  explicit RequestSocket(const std::string& endpoint);
  ~RequestSocket();
  RequestSocket(const RequestSocket&) = delete;
  RequestSocket& operator=(const RequestSocket&) = delete;

  /// Sends a request, and does not wait for the other side.
  void send(const std::string& request);
  /// The reply to the last request; nothing if it has not come within the time, in s of real time. Throws
  /// BrokenRule if it is longer than `most` bytes, or no single text.
  std::optional<std::string> receive(Seconds patience, std::size_t most);

private:
  void fail(const char* what) const;
  void set(int option, int value);

  void* context_ = nullptr;
  void* socket_ = nullptr;
};

} // namespace malha::external
