// SPDX-License-Identifier: MIT
#include "batsim_process.hpp"

#include "actors/model/broken_rule.hpp"
#include "actors/runtime/external/answer.hpp"
#include "policies/sdk/numbers.hpp"

#include <unistd.h>

#include <chrono>
#include <random>

namespace malha::external {
namespace {

/// An endpoint that nobody else has. It is a name in the memory of the system ("abstract"), so that no file
/// of it is left behind. Processes of other containers may have the same number, so that a random number is
/// a part of it; no result depends on that.
std::string new_endpoint() {
  static int made = 0;
  std::random_device chance;
  return "ipc://@malha-" + std::to_string(getpid()) + "-" + std::to_string(++made) + "-" +
         std::to_string(chance());
}

Program with_endpoint(Program program, const std::string& endpoint) {
  const std::string placeholder = BatsimProcess::placeholder;
  for (auto& word : program.words)
    for (std::size_t at = 0; (at = word.find(placeholder, at)) != std::string::npos; at += endpoint.size())
      word.replace(at, placeholder.size(), endpoint);
  program.speaks_by_output = false;
  return program;
}

} // namespace

BatsimProcess::BatsimProcess(const Program& program, Seconds patience)
    : BatsimProcess(program, patience, new_endpoint()) {}

/// The process comes before the socket, whose library has threads: a copy of this process has none of them.
BatsimProcess::BatsimProcess(Program program, Seconds patience, const std::string& endpoint)
    : process_(with_endpoint(std::move(program), endpoint), patience), socket_(endpoint),
      patience_(patience) {}

nlohmann::json BatsimProcess::ask(const std::string& message) {
  try {
    socket_.send(message);
    is_asked_ = true;
    auto answer = json_object_in(reply(patience_));
    has_answered_ = true;
    return answer;
  } catch (...) { // it is not asked again
    process_.kill();
    throw;
  }
}

std::string BatsimProcess::reply(Seconds patience) {
  constexpr Seconds slice = 0.1; // between two looks at whether the program still runs
  const auto now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  for (const Seconds since = now();;) {
    if (auto text = heard(slice))
      return *text;
    try {
      process_.need_running();
    } catch (const BrokenRule&) {
      if (auto last = heard(slice)) // which it sent before it ended
        return *last;
      throw;
    }
    if (now() - since > patience)
      throw BrokenRule("it gave no answer within " + shortest(patience) + " s" +
                       (has_answered_
                            ? ""
                            : "; valid: a scheduler that binds a REP socket to " + std::string(placeholder)));
  }
}

std::optional<std::string> BatsimProcess::heard(Seconds patience) {
  auto text = socket_.receive(patience, most_bytes_of_answer);
  is_asked_ = is_asked_ && !text;
  return text;
}

void BatsimProcess::end(const std::string& message) {
  try {
    if (!is_asked_) {
      socket_.send(message);
      reply(1);
    }
  } catch (const std::exception&) { // it has ended already, or does not answer: it is ended now
    process_.kill();
  }
  process_.finish();
}

} // namespace malha::external
