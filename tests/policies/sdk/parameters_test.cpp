// SPDX-License-Identifier: MIT
#include "policies/sdk/parameters.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace malha {
namespace parameters_test {

const ParameterSpec handles = integer("handles", 2, at_least(1), "count", "tasks at once");
const ParameterSpec share = real("share", 0.25, between(0, 1), "1", "part of the host");
const ParameterSpec interval = real("interval", std::nullopt, above(0), "s", "between two checks");
const ParameterSpec offset = real("offset", 0, any_value(), "s", "added to each date");
const ParameterSpec speeds = reals("speeds", "1,2.5", above(0), "flop/s", "of the hosts in turn");
const ParameterSpec order = choice("order", "up", {"up", "down"}, "which end comes first");
const ParameterSpec nodes = text("nodes", "@role=worker", "hosts of the cluster");

Parameters one(const ParameterSpec& spec, const std::string& value) {
  return Parameters({spec}, {{spec.name, value}});
}

template <class Error, class Act>
std::string message_of(Act&& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing thrown)";
}

const std::string times = "a number of s", or_2h = ", such as 7200 or 2h";
const std::string list_of_speeds = "numbers of flop/s separated by commas, each above 0, such as 1e9 or 1Gf";

/// Why a value is refused.
std::string refusal(const ParameterSpec& spec, const std::string& value) {
  return message_of<std::invalid_argument>([&] { one(spec, value); });
}

std::string message(const std::string& name, const std::string& value, const std::string& valid) {
  return "parameter '" + name + "' cannot be '" + value + "'; valid: " + valid;
}

TEST(Parameters, HaveTheirDefaults) {
  const Parameters parameters({handles, share, offset, speeds, order, nodes}, {});
  EXPECT_EQ(parameters.integer("handles"), 2);
  EXPECT_EQ(parameters.real("share"), 0.25);
  EXPECT_EQ(parameters.real("offset"), 0);
  EXPECT_EQ(parameters.reals("speeds"), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(parameters.text("order"), "up");
  EXPECT_EQ(parameters.text("nodes"), "@role=worker");
}

TEST(Parameters, HaveTheValuesThatAreGiven) {
  const Parameters parameters({handles, share, offset, speeds, order, nodes}, {{"handles", "7"},
                                                                               {"share", "1e-3"},
                                                                               {"offset", "-2.5"},
                                                                               {"speeds", "3"},
                                                                               {"order", "down"},
                                                                               {"nodes", ""}});
  EXPECT_EQ(parameters.integer("handles"), 7);
  EXPECT_EQ(parameters.real("share"), 0.001);
  EXPECT_EQ(parameters.real("offset"), -2.5);
  EXPECT_EQ(parameters.reals("speeds"), std::vector<double>{3});
  EXPECT_EQ(parameters.text("order"), "down");
  EXPECT_EQ(parameters.text("nodes"), "");
}

TEST(Parameters, CanBeListedByName) {
  EXPECT_EQ(Parameters({handles, order, share}, {{"share", "0.5"}}).all(),
            (std::map<std::string, std::string>{{"order", "up"}, {"share", "0.5"}, {"handles", "2"}}));
}

// What identifies a run is the value, and not how it is written.
TEST(Parameters, HaveOneFormOfEachValue) {
  for (const std::string value : {"1000", "1e3", "1000.0"})
    EXPECT_EQ(one(handles, value).text("handles"), "1000") << value;
  for (const std::string value : {"7200", "7.2e3", "7200s", "120min", "120m", "2h", "2 h"})
    EXPECT_EQ(one(interval, value).text("interval"), "7200") << value;
  EXPECT_EQ(one(speeds, "1e9,500Mf,1GHz").text("speeds"), "1e+09,5e+08,1e+09");
  EXPECT_EQ(one(share, "0.50").text("share"), "0.5");
  EXPECT_EQ(one(handles, "9007199254740993").text("handles"), "9007199254740993"); // no double
}

// The units are those of SimGrid 3.32 (xbt_parse_units.cpp), where k is 1000, Ki is 1024 and a bit is B / 8;
// and min, % and Hz, which people write.
TEST(Parameters, AreReadInTheUnitsOfSimGrid) {
  const auto read = [](const std::string& unit, const std::string& value) {
    return one(real("x", std::nullopt, any_value(), unit, "amount"), value).real("x");
  };
  EXPECT_EQ(read("B/s", "1GBps"), 1e9);
  EXPECT_EQ(read("B/s", "10Mbps"), 1.25e6);
  EXPECT_EQ(read("B/s", "1MiBps"), 1048576);
  EXPECT_EQ(read("B", "1MiB"), 1048576);
  EXPECT_EQ(read("B", "2kB"), 2000);
  EXPECT_EQ(read("flop", "3.5Gf"), 3.5e9);
  EXPECT_EQ(read("flop/s", "2.5GHz"), 2.5e9);
  EXPECT_EQ(read("s", "10us"), 1e-5);
  EXPECT_EQ(read("s", "1d"), 86400);
  EXPECT_EQ(read("s", "1w"), 604800);
  EXPECT_EQ(read("%", "50%"), 50);
}

TEST(Parameters, AreNotReadInTheUnitOfSomethingElse) {
  EXPECT_NE(refusal(interval, "1GBps"), "(nothing thrown)");
  EXPECT_NE(refusal(share, "50%"), "(nothing thrown)");
  EXPECT_NE(refusal(handles, "2h"), "(nothing thrown)");
  EXPECT_NE(refusal(interval, "h"), "(nothing thrown)");
}

TEST(Parameters, SayWhichChoiceMayBeMeant) {
  EXPECT_EQ(refusal(order, "dwon"),
            "parameter 'order' cannot be 'dwon'; did you mean down?; valid: one of up, down");
}

TEST(Parameters, RefuseWhatIsNoInteger) {
  for (const std::string value :
       {"", "two", "2.5", "1e3s", "1e300", " 2", "2 ", "+2", "0x2", "9223372036854775808"})
    EXPECT_EQ(refusal(handles, value), message("handles", value, "an integer, at least 1"));
}

TEST(Parameters, RefuseWhatIsNoNumber) {
  for (const std::string value :
       {"", "half", "0,5", "0.5x", "0.5B", "s", " 0.5", "+0.5", "nan", "inf", "-inf", "1e999"})
    EXPECT_EQ(refusal(offset, value), message("offset", value, times + ", any" + or_2h));
}

TEST(Parameters, RefuseWhatIsNoListOfNumbers) {
  for (const std::string value : {"", "1,", ",1", "1,,2", "1, 2", "1;2", "1,fast"})
    EXPECT_EQ(refusal(speeds, value), message("speeds", value, list_of_speeds));
}

TEST(Parameters, RefuseAnotherChoice) {
  for (const std::string value : {"", "sideways", "left,right"})
    EXPECT_EQ(refusal(order, value), message("order", value, "one of up, down"));
}

TEST(Parameters, RefuseWhatIsOutOfRange) {
  EXPECT_EQ(refusal(handles, "0"), message("handles", "0", "an integer, at least 1"));
  EXPECT_EQ(refusal(share, "1.1"), message("share", "1.1", "a number, from 0 to 1"));
  EXPECT_EQ(refusal(share, "-0.1"), message("share", "-0.1", "a number, from 0 to 1"));
  EXPECT_EQ(refusal(interval, "0"), message("interval", "0", times + ", above 0" + or_2h));
  EXPECT_EQ(refusal(speeds, "1,0,2"), message("speeds", "1,0,2", list_of_speeds));
}

TEST(Parameters, AcceptTheEndsOfTheirRange) {
  EXPECT_EQ(one(handles, "1").integer("handles"), 1);
  EXPECT_EQ(one(share, "0").real("share"), 0);
  EXPECT_EQ(one(share, "1").real("share"), 1);
  EXPECT_EQ(one(interval, "1e-300").real("interval"), 1e-300);
}

TEST(Parameters, RefuseAnUnknownName) {
  EXPECT_EQ(message_of<std::invalid_argument>([] {
              Parameters({handles, order}, {{"handle", "2"}});
            }),
            "unknown parameter 'handle'; did you mean handles?; valid: handles, order");
  EXPECT_EQ(message_of<std::invalid_argument>([] {
              Parameters({}, {{"handles", "2"}});
            }),
            "unknown parameter 'handles'; valid: (none)");
}

TEST(Parameters, RefuseToMissAValueThatHasNoDefault) {
  EXPECT_EQ(message_of<std::invalid_argument>([] {
              Parameters({handles, interval}, {});
            }),
            "parameter 'interval' is missing; valid: a number of s, above 0, such as 7200 or 2h");
}

TEST(Parameters, RefuseADefaultOutOfRange) {
  EXPECT_EQ(message_of<std::invalid_argument>(
                [] { Parameters({integer("handles", 0, at_least(1), "count", "tasks at once")}, {}); }),
            message("handles", "0", "an integer, at least 1"));
}

TEST(Parameters, RefuseToBeReadUndeclared) {
  const Parameters parameters({handles}, {});
  const std::string expected = "parameter 'share' was read but never declared";
  EXPECT_EQ(message_of<std::logic_error>([&] { parameters.integer("share"); }), expected);
  EXPECT_EQ(message_of<std::logic_error>([&] { parameters.real("share"); }), expected);
  EXPECT_EQ(message_of<std::logic_error>([&] { parameters.reals("share"); }), expected);
  EXPECT_EQ(message_of<std::logic_error>([&] { parameters.text("share"); }), expected);
}

TEST(Parameters, SayWhatTheyAccept) {
  EXPECT_EQ(handles.accepts(), "an integer, at least 1");
  EXPECT_EQ(share.accepts(), "a number, from 0 to 1");
  EXPECT_EQ(interval.accepts(), "a number of s, above 0, such as 7200 or 2h");
  EXPECT_EQ(offset.accepts(), "a number of s, any, such as 7200 or 2h");
  EXPECT_EQ(speeds.accepts(), "numbers of flop/s separated by commas, each above 0, such as 1e9 or 1Gf");
  EXPECT_EQ(order.accepts(), "one of up, down");
  EXPECT_EQ(nodes.accepts(), "a text");
  EXPECT_EQ((Range{-std::numeric_limits<double>::infinity(), 5, false}.text()), "at most 5");
}

} // namespace parameters_test
} // namespace malha
