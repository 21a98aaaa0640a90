// SPDX-License-Identifier: MIT
// What crashes of resources bring: two more sleep, who turns hosts off and the space, which learns of it.
#include "model.hpp"

#include "actors/model/sleep_dates.hpp"

#include <algorithm>

namespace malha::tuple_space {

void Model::plan_crashes() {
  for (std::size_t i = 0; i < resources_.size(); ++i)
    if (const Seconds date = resources_[i].how.crash; date < never)
      crashes_.emplace_back(date, static_cast<ClientId>(i));
  std::sort(crashes_.begin(), crashes_.end());
  next_crash_ = !crashes_.empty() && crashes_.front().first <= now_ ? now_ : end_of_sleep(crashes_);
}

void Model::take_crashes() {
  if (!sleep_dates::is_over(next_crash_, now_))
    return;
  const Seconds until = std::max(now_, crashes_.front().first);
  for (; !crashes_.empty() && crashes_.front().first <= until; crashes_.pop_front())
    crash(crashes_.front().second, crashes_.front().first);
  next_crash_ = end_of_sleep(crashes_);
  detect(until);
}

/// What it has open in the space stays so until the space learns of the crash.
void Model::crash(ClientId number, Seconds date) {
  auto& one = resource(number);
  one.is_down = true;
  ++down_;
  choosing_.erase({one.date, number});
  if (one.chosen && one.start < date)
    listener_.cut_short(one.chosen->task(), {number, one.start, date}, "lost");
  listener_.down(number, date);
  detections_.emplace_back(date + detection_delay_, number);
}

void Model::take_detections() {
  if (sleep_dates::is_over(next_detection_, now_))
    detect(std::max(now_, detections_.front().first));
}

void Model::detect(Seconds until) {
  for (; !detections_.empty() && detections_.front().first <= until; detections_.pop_front()) {
    const auto [date, number] = detections_.front();
    store_.client_failed(number);
    serve(date);
  }
  next_detection_ = end_of_sleep(detections_);
}

/// Until the first date, which is to come. The sleep begins now.
Seconds Model::end_of_sleep(const std::deque<Crash>& until) const {
  return until.empty() ? never : sleep_dates::planned_end(now_, until.front().first);
}

} // namespace malha::tuple_space
