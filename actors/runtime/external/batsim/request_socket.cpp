// SPDX-License-Identifier: MIT
// The functions and numbers are those of the C interface of libzmq 4, whose library has had the version 5 of
// its binary interface since 2015 (https://libzmq.readthedocs.io).
#include "request_socket.hpp"

#include "actors/model/broken_rule.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace malha::external {
namespace {

constexpr auto library_name = "libzmq.so.5";

constexpr int request_kind = 3, option_linger = 17, option_reconnect = 18, option_patience = 27,
              dont_wait = 1;

/// A message, as libzmq keeps it.
struct alignas(void*) Message {
  unsigned char bytes[64];
};

/// What is used of libzmq.
struct ZeroMq {
  void* (*ctx_new)();
  int (*ctx_term)(void* context);
  void* (*socket)(void* context, int kind);
  int (*close)(void* socket);
  int (*setsockopt)(void* socket, int option, const void* value, std::size_t size);
  int (*connect)(void* socket, const char* endpoint);
  int (*send)(void* socket, const void* bytes, std::size_t size, int flags);
  int (*msg_init)(Message* message);
  int (*msg_recv)(Message* message, void* socket, int flags);
  void* (*msg_data)(Message* message);
  std::size_t (*msg_size)(const Message* message);
  int (*msg_more)(const Message* message);
  int (*msg_close)(Message* message);
  int (*get_errno)();
  const char* (*strerror)(int error);
};

template <class Function>
void find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw std::runtime_error(std::string(library_name) + " has no " + name);
}

ZeroMq load_zero_mq() {
  void* const library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw std::runtime_error(std::string("Batsim's protocol needs the library ZeroMQ, and there is no ") +
                             library_name +
                             " on this machine; valid: install it (in Debian it is the package libzmq5)");
  ZeroMq all{};
  find_function(library, "zmq_ctx_new", all.ctx_new);
  find_function(library, "zmq_ctx_term", all.ctx_term);
  find_function(library, "zmq_socket", all.socket);
  find_function(library, "zmq_close", all.close);
  find_function(library, "zmq_setsockopt", all.setsockopt);
  find_function(library, "zmq_connect", all.connect);
  find_function(library, "zmq_send", all.send);
  find_function(library, "zmq_msg_init", all.msg_init);
  find_function(library, "zmq_msg_recv", all.msg_recv);
  find_function(library, "zmq_msg_data", all.msg_data);
  find_function(library, "zmq_msg_size", all.msg_size);
  find_function(library, "zmq_msg_more", all.msg_more);
  find_function(library, "zmq_msg_close", all.msg_close);
  find_function(library, "zmq_errno", all.get_errno);
  find_function(library, "zmq_strerror", all.strerror);
  return all;
}

const ZeroMq& zmq() {
  static const ZeroMq loaded = load_zero_mq();
  return loaded;
}

/// A message that is given back.
class Received {
public:
  Received() { zmq().msg_init(&message_); }
  ~Received() { zmq().msg_close(&message_); }
  Received(const Received&) = delete;
  Received& operator=(const Received&) = delete;

  Message* place() { return &message_; }
  std::size_t size() const { return zmq().msg_size(&message_); }
  bool has_more() const { return zmq().msg_more(&message_) != 0; }
  std::string text() { return {static_cast<const char*>(zmq().msg_data(&message_)), size()}; }

private:
  Message message_{};
};

} // namespace

void RequestSocket::need_library() { zmq(); }

RequestSocket::RequestSocket(const std::string& endpoint) : context_(zmq().ctx_new()) {
  constexpr int soon = 5; // ms after which it tries to connect again
  socket_ = zmq().socket(context_, request_kind);
  if (socket_ == nullptr)
    fail("it has no socket");
  set(option_linger, 0);
  set(option_reconnect, soon);
  if (zmq().connect(socket_, endpoint.c_str()) != 0)
    fail("it cannot be connected");
}

RequestSocket::~RequestSocket() {
  if (socket_ != nullptr)
    zmq().close(socket_);
  zmq().ctx_term(context_);
}

void RequestSocket::send(const std::string& text) {
  if (zmq().send(socket_, text.data(), text.size(), dont_wait) < 0)
    fail("it cannot be asked");
}

std::optional<std::string> RequestSocket::receive(Seconds patience, std::size_t most) {
  set(option_patience, static_cast<int>(std::max(0., std::min(patience, 1e6) * 1000)));
  Received reply;
  if (zmq().msg_recv(reply.place(), socket_, 0) < 0) {
    if (const int error = zmq().get_errno(); error != EAGAIN && error != EINTR)
      fail("it cannot be heard");
    return std::nullopt;
  }
  if (reply.size() > most)
    throw BrokenRule("its answer has more than " + std::to_string(most >> 20) + " MiB");
  if (reply.has_more())
    throw BrokenRule("its answer has several parts; valid: one text");
  return reply.text();
}

void RequestSocket::fail(const char* what) const {
  throw std::runtime_error(std::string(what) + ": " + zmq().strerror(zmq().get_errno()));
}

void RequestSocket::set(int option, int value) {
  if (zmq().setsockopt(socket_, option, &value, sizeof value) != 0)
    fail("its socket cannot be set up");
}

} // namespace malha::external
