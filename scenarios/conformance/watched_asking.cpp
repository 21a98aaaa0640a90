// SPDX-License-Identifier: MIT
#include "watched_asking.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <malloc.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace malha::conformance {
namespace {

Place* place_of_this_process = nullptr;

extern "C" void end_overdue(int signal) {
  place_of_this_process->is_overdue = true;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

itimerval once_after(Seconds time) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(time);
  timer.it_value.tv_usec = static_cast<suseconds_t>((time - std::floor(time)) * 1e6);
  return timer;
}

/// Printable, in one line, and not too long.
std::string quoted(std::string text) {
  constexpr std::size_t most = 40;
  text = text.substr(0, text.find('\n'));
  return Json(text.size() > most ? text.substr(0, most) + "…" : text)
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

Alarm::Alarm(Place& place, Seconds limit) : limit_(limit) {
  place_of_this_process = &place;
  std::signal(SIGVTALRM, end_overdue);
  std::signal(SIGALRM, end_overdue);
}

void Alarm::set() const {
  const auto computing = once_after(limit_), waiting = once_after(patience * limit_);
  setitimer(ITIMER_VIRTUAL, &computing, nullptr);
  setitimer(ITIMER_REAL, &waiting, nullptr);
}

void Alarm::clear() {
  const itimerval none{};
  setitimer(ITIMER_VIRTUAL, &none, nullptr);
  setitimer(ITIMER_REAL, &none, nullptr);
}

CapturedOutput::CapturedOutput(bool takes) {
  for (auto& stream : streams_) {
    if (!takes)
      continue;
    stream.file = memfd_create("malha-check", 0);
    if (stream.file < 0 || dup2(stream.file, stream.number) < 0)
      throw std::runtime_error(std::string("no file for what a plugin writes: ") + std::strerror(errno));
  }
}

void CapturedOutput::expect_silence() {
  std::cout.flush();
  std::fflush(stdout);
  std::fflush(stderr);
  for (auto& stream : streams_) {
    const long size = stream.file < 0 ? 0 : lseek(stream.file, 0, SEEK_CUR);
    if (size <= stream.seen)
      continue;
    char text[200];
    const auto bytes = pread(stream.file, text, sizeof text, stream.seen);
    stream.seen = size;
    throw Flaw("output", std::string("it writes to the standard ") + stream.name + ": " +
                             quoted(std::string(text, bytes > 0 ? static_cast<std::size_t>(bytes) : 0)));
  }
}

void shuffle_memory(std::uint64_t number) {
  constexpr int blocks = 6000, largest = 600;
  RandomStreams streams(number);
  auto& engine = streams.stream("memory");
  const auto below = [&](int most) {
    return static_cast<std::size_t>(boost::random::uniform_int_distribution<int>(0, most - 1)(engine));
  };
  std::vector<void*> taken;
  for (int i = 0; i < blocks; ++i)
    taken.push_back(std::malloc(16 + below(largest)));
  for (std::size_t i = taken.size(); i-- > 1;)
    std::swap(taken[i], taken[below(static_cast<int>(i) + 1)]);
  for (std::size_t i = 0; i < taken.size() / 2; ++i) // the others stay, so that no two free blocks unite
    std::free(taken[i]);
  mallopt(M_PERTURB, 1 + static_cast<int>(number % 254));
}

} // namespace malha::conformance
