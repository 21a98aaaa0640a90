// SPDX-License-Identifier: MIT
#include "examples.hpp"

namespace malha::tuple_space::testing {
namespace tuples_test {

const auto object = std::make_shared<int>(1), other_object = std::make_shared<int>(1);
const Tuple all_types{"TASK", 3, 2.5, "x", Data{object, 100}};
const Template formals{"TASK", any_integer, Formal{Type::real}, Formal{Type::text}, Formal{Type::data}};

TEST(Tuples, MatchTemplatesWithEqualActualFields) {
  EXPECT_TRUE(matches({"TASK", 3, 2.5, "x", Data{object}}, all_types));
  EXPECT_FALSE(matches({"JOB", 3, 2.5, "x", Data{object}}, all_types));
  EXPECT_FALSE(matches({"TASK", 4, 2.5, "x", Data{object}}, all_types));
  EXPECT_FALSE(matches({"TASK", 3, 2.4, "x", Data{object}}, all_types));
  EXPECT_FALSE(matches({"TASK", 3, 2.5, "y", Data{object}}, all_types));
  EXPECT_FALSE(matches({"TASK", 3, 2.5, "x", Data{other_object}}, all_types));
}

TEST(Tuples, MatchTemplatesWithFormalsOfTheirTypes) {
  EXPECT_TRUE(matches(formals, all_types));
  for (std::size_t place = 1; place < formals.size(); ++place)
    for (const auto type : {Type::integer, Type::real, Type::text, Type::data}) {
      auto one = formals;
      one.set(place, Formal{type});
      EXPECT_EQ(matches(one, all_types), type == type_of(all_types[place])) << text_of(one);
    }
}

TEST(Tuples, MatchWildcardsOfAnyType) {
  EXPECT_TRUE(matches({"TASK", any, any, any, any}, all_types));
  EXPECT_TRUE(matches({any, any, any, any, any}, all_types));
}

// An integer is no real, even of the same value.
TEST(Tuples, MatchNoTemplateOfAnotherTypeOrLength) {
  EXPECT_TRUE(matches({"A", 1}, {"A", 1}));
  EXPECT_FALSE(matches({"A", 1.0}, {"A", 1}));
  EXPECT_FALSE(matches({"A", any}, all_types));
  EXPECT_FALSE(matches({"A", any, any}, {"A", 1}));
  EXPECT_FALSE(matches({}, {"A"}));
  EXPECT_TRUE(matches({}, {}));
}

TEST(Tuples, FitTheShapeOfTheirKind) {
  const Shape shape{"TASK", {Type::integer, Type::real, Type::text, Type::data}};
  EXPECT_TRUE(fits(all_types, shape));
  EXPECT_TRUE(fits(formals, shape));
  EXPECT_TRUE(fits(Template{"TASK", any, 1.5, any, any}, shape));
  EXPECT_FALSE(fits(Template{"TASK", any, 1, any, any}, shape));
  EXPECT_FALSE(fits(Template{"TASK", any, any, any}, shape));
  EXPECT_FALSE(fits(Tuple{"TASK"}, shape));
  EXPECT_FALSE(fits(all_types, Shape{"JOB", shape.fields}));
  EXPECT_TRUE(fits(Tuple{"STOP"}, Shape{"STOP", {}}));
}

// 4 characters, two numbers of 8 B, 1 character, 100 B of data; for the template 4 characters and 4 fields of
// 1 B.
TEST(Tuples, WeighWhatTheirFieldsWeigh) {
  EXPECT_EQ(weight_of(all_types), 4 + 8 + 8 + 1 + 100);
  EXPECT_EQ(weight_of(formals), 4 + 4);
  EXPECT_EQ(weight_of(Template{"TASK", 3, any, "x", Data{object, 100}}), 4 + 8 + 1 + 1 + 100);
  EXPECT_EQ(weight_of(Tuple{}), 0);
}

TEST(Tuples, AreShownFieldByField) {
  EXPECT_EQ(text_of(all_types), R"(("TASK", 3, 2.5, "x", data))");
  EXPECT_EQ(text_of(formals), R"(("TASK", ?integer, ?real, ?text, ?data))");
  EXPECT_EQ(text_of(Template{"TASK", -3, any, Data{}}), R"(("TASK", -3, *, data))");
  EXPECT_EQ(text_of(Tuple{3.0, -0.0, 1e300, R"(a "b")"}), R"((3.0, -0.0, 1e+300, "a \"b\""))");
  EXPECT_EQ(text_of(Shape{"A", {Type::integer, Type::data}}), R"(("A", ?integer, ?data))");
  EXPECT_EQ(text_of(Tuple{}), "()");
}

} // namespace tuples_test
} // namespace malha::tuple_space::testing
