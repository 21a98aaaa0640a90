// SPDX-License-Identifier: MIT
#include "actors/tuple_space/model/checkpoints.hpp"

#include <gtest/gtest.h>

#include <string>

namespace malha::tuple_space::testing {
namespace checkpoints_test {

/// "date:work left" of each checkpoint, then the date of the end.
std::string text_of(Checkpoints checkpoints) {
  std::string text;
  while (checkpoints.next())
    text += std::to_string(static_cast<int>(checkpoints.date())) + ":" +
            std::to_string(static_cast<int>(checkpoints.work_left())) + " ";
  return text + std::to_string(static_cast<int>(checkpoints.end()));
}

// 20 flop at 2 flop/s from 100 on: 10 s, of which 3, 6 and 9 s are computed before a checkpoint of 1 s each.
TEST(Checkpoints, ComeAfterEachInterval) {
  EXPECT_EQ(text_of(Checkpoints(100, 20, 2, nullptr, 3, 1)), "104:14 108:8 112:2 113");
}

// 18 flop: nothing remains after 9 s.
TEST(Checkpoints, AreNotMadeAtTheEnd) {
  EXPECT_EQ(text_of(Checkpoints(100, 18, 2, nullptr, 3, 1)), "104:12 108:6 111");
}

/// "date:work left" of each checkpoint that is needed, then the date of the end.
std::string needed_text_of(Checkpoints checkpoints, Seconds crash) {
  std::string text;
  while (checkpoints.next_needed(crash))
    text += std::to_string(static_cast<int>(checkpoints.date())) + ":" +
            std::to_string(static_cast<int>(checkpoints.work_left())) + " ";
  return text + std::to_string(static_cast<int>(checkpoints.end()));
}

// Checkpoints at 104, 108 and 112, the end at 113. When the host stays nobody needs one. When it goes at 110,
// that of 108 is the last before; the one of 104 is replaced clearly before. At 108.5 it is not clear that
// the second one comes in time. What is planned for after the crash is never reached, and is not left out.
TEST(Checkpoints, AreNeededWhereNoOtherFollowsBeforeTheCrash) {
  const Checkpoints checkpoints(100, 20, 2, nullptr, 3, 1);
  EXPECT_EQ(needed_text_of(checkpoints, 1e9), "113");
  EXPECT_EQ(needed_text_of(checkpoints, 110), "108:8 112:2 113");
  EXPECT_EQ(needed_text_of(checkpoints, 108.5), "104:14 108:8 112:2 113");
  EXPECT_EQ(needed_text_of(checkpoints, 0), "104:14 108:8 112:2 113");
}

// A speed that changes, but not in this time.
TEST(Checkpoints, AreTheSameWhereTheSpeedIsAboutToChange) {
  const SpeedProfile later(1, {{200, 0.5}}, std::nullopt);
  EXPECT_EQ(text_of(Checkpoints(100, 20, 2, &later, 3, 1)), "104:14 108:8 112:2 113");
  EXPECT_EQ(text_of(Checkpoints(100, 18, 2, &later, 3, 1)), "104:12 108:6 111");
}

// Half speed from 102 to 106. The intervals are [100, 103), [104, 107), [108, 111), [112, 115): computed are
// 2 + 1/2 s, 2/2 + 1 s, 3 s, and in the last one what is left of 10 s, 2.5. In flop 5, 4, 6, 5: 15, 11, 5
// are left. What is computed while a checkpoint is made counts for nothing.
TEST(Checkpoints, LeaveWhatTheSpeedHasNotDelivered) {
  const SpeedProfile profile(1, {{102, 0.5}, {106, 1}}, std::nullopt);
  EXPECT_EQ(text_of(Checkpoints(100, 20, 2, &profile, 3, 1)), "104:15 108:11 112:5 114");
  EXPECT_EQ(Checkpoints(112, 5, 2, &profile, 3, 1).end(), 114.5);
}

// Twice the speed: after an interval of 3 s 6 of 10 s are done, and the rest takes 2 s: one checkpoint for 3.
TEST(Checkpoints, AreFewerOnAFasterHost) {
  const SpeedProfile profile(1, {{0, 2}}, std::nullopt);
  EXPECT_EQ(text_of(Checkpoints(100, 20, 2, &profile, 3, 1)), "104:8 106");
}

} // namespace checkpoints_test
} // namespace malha::tuple_space::testing
